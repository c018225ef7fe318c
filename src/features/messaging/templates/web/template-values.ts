import type { Template } from '../contract/template.ts'

/** The fields of the template editor. */
export type TemplateValues = Pick<
  Template,
  'name' | 'description' | 'deliveryMethod' | 'title' | 'content' | 'userInputs'
> & { link: string }

/** The values of a stored template, or of a new one. */
export function templateValues(stored: Template | undefined): TemplateValues {
  return {
    name: stored?.name ?? '',
    description: stored?.description ?? '',
    deliveryMethod: stored?.deliveryMethod ?? 'Banner',
    title: stored?.title ?? '',
    content: stored?.content ?? '',
    userInputs: stored?.userInputs ?? [],
    link: stored?.link ?? '',
  }
}

/** The request body of these values. */
export function templateBody({ link, ...values }: TemplateValues) {
  return { ...values, link: link.trim() || null }
}
