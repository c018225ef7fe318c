import type { Template } from '../contract/template.ts'

/** The fields of the template editor. */
export type TemplateValues = Pick<
  Template,
  'name' | 'description' | 'deliveryMethod' | 'title' | 'content' | 'userInputs'
> & { link: string }

/** The values of a stored template, or of a new one. */
export function templateValues(storedTemplate: Template | undefined): TemplateValues {
  return {
    name: storedTemplate?.name ?? '',
    description: storedTemplate?.description ?? '',
    deliveryMethod: storedTemplate?.deliveryMethod ?? 'Banner',
    title: storedTemplate?.title ?? '',
    content: storedTemplate?.content ?? '',
    userInputs: storedTemplate?.userInputs ?? [],
    link: storedTemplate?.link ?? '',
  }
}

/** The request body of these values. */
export function templateBody({ link, ...values }: TemplateValues) {
  return { ...values, link: link.trim() || null }
}
