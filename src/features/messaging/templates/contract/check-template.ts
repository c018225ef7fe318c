import { backendVariables } from './backend-variables.ts'
import { link } from './link-fields.ts'
import { type Place, type Placeholder, readPlaceholders, unclosedPlaceholders } from './placeholders.ts'
import { CONTENT_BYTES, PLACEHOLDERS, type TemplateError, type TemplateTexts, type UserInput } from './template.ts'

const nowhere: Place = { start: 0, end: 0, line: 0, column: 0 }
const none = { name: '', ...nowhere }
const textFields = ['title', 'link', 'content'] as const

/**
 * The errors of a template in the order of its texts: unknown variables, `{{` without `}}`, duplicate inputs, required
 * inputs that no text uses, and limits.
 */
export function checkTemplate(template: TemplateTexts): TemplateError[] {
  const knownNames = new Set<string>([...backendVariables, ...template.userInputs.map(({ name }) => name)])
  const usedNames = new Set(placeholdersOf(template).map(({ name }) => name))
  const inTexts = textFields.flatMap((field) => {
    const text = template[field] ?? ''
    const unknownParts = readPlaceholders(text).filter((part) => typeof part !== 'string' && !knownNames.has(part.name))
    const errors: TemplateError[] = [
      ...(unknownParts as Placeholder[]).map((part) => ({ field, reason: 'unknown' as const, ...part })),
      ...unclosedPlaceholders(text).map((place) => ({ field, reason: 'unclosed' as const, name: '', ...place })),
    ]
    return errors.sort((a, b) => a.start - b.start)
  })
  return [...inTexts, ...inputErrors(template.userInputs, usedNames), ...limitErrors(template)]
}

/** The placeholders of all texts. */
export function placeholdersOf(template: Pick<TemplateTexts, 'title' | 'link' | 'content'>): Placeholder[] {
  return textFields.flatMap((field) =>
    readPlaceholders(template[field] ?? '').filter((part): part is Placeholder => typeof part !== 'string'),
  )
}

function inputErrors(inputs: readonly UserInput[], usedNames: ReadonlySet<string>): TemplateError[] {
  return inputs.flatMap((input, index): TemplateError[] => {
    const at = { field: `userInputs.${index}.name`, ...nowhere, name: input.name }
    if (inputs.findIndex(({ name }) => name === input.name) < index) return [{ ...at, reason: 'duplicate' }]
    if (input.required && !usedNames.has(input.name)) return [{ ...at, reason: 'missing' }]
    const isValid =
      input.type === 'choice' ? (input.choices?.length ?? 0) > 0 : !(Number(input.minimum) > Number(input.maximum))
    const field = `userInputs.${index}.${input.type === 'choice' ? 'choices' : 'maximum'}`
    return isValid ? [] : [{ ...at, field, reason: 'input' }]
  })
}

function limitErrors(template: TemplateTexts): TemplateError[] {
  const errors: TemplateError[] = []
  if (new TextEncoder().encode(template.content).length > CONTENT_BYTES)
    errors.push({ field: 'content', reason: 'limit', ...none, name: '64 kB' })
  if (placeholdersOf(template).length > PLACEHOLDERS)
    errors.push({ field: 'content', reason: 'limit', ...none, name: `${PLACEHOLDERS} placeholders` })
  if (template.link !== null && !isLink(template.link)) errors.push({ field: 'link', reason: 'link', ...none })
  return errors
}

/** A link whose host holds no variable. */
function isLink(linkText: string): boolean {
  const filledLink = readPlaceholders(linkText)
    .map((part) => (typeof part === 'string' ? part : 'x'))
    .join('')
  const host = /^(\/[^/{]|\/$|https?:\/\/[^\s/?#@{}]+([/?#]|$))/
  return link.safeParse(filledLink).success && host.test(linkText)
}
