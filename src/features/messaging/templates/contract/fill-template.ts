import { isRecipientVariable } from './backend-variables.ts'
import { inputText } from './input-value.ts'
import { readPlaceholders } from './placeholders.ts'
import { type InputValues, type TemplateTexts, TITLE_LENGTH, type UserInput, VALUE_BYTES } from './template.ts'

/** A text, or a variable of the recipient that is filled later. */
export type Part = string | { readonly variable: string }
/** The texts of an announcement before they are filled for one recipient. */
export type Parts = { readonly title: Part[]; readonly message: Part[]; readonly link: Part[] | null }
/** The texts of an announcement. */
export type FilledTexts = { readonly title: string; readonly message: string; readonly link: string | null }
/** Values of variables by name. */
export type Values = Readonly<Record<string, string | undefined>>

/** Shown for a variable that has no value. */
export const NO_VALUE = '–'

type Escape = (value: string) => string
const escapes: { readonly [Field in keyof Parts]: Escape } = {
  title: (value) => value,
  message: escapeMarkdown,
  link: encodeURIComponent,
}

/**
 * Fills user inputs and values of an event in one pass; variables of the recipient stay. A value is escaped for its
 * place and is not searched for placeholders.
 */
export function fillTemplate(template: TemplateTexts, inputs: InputValues, eventValues: Values = {}): Parts {
  const byName = new Map(template.userInputs.map((input) => [input.name, input]))
  const partsOf = (text: string, escapeText: Escape): Part[] =>
    readPlaceholders(text).map((part) => {
      if (typeof part === 'string') return part
      if (isRecipientVariable(part.name)) return { variable: part.name }
      return valueText(givenValue(part.name, byName.get(part.name), inputs, eventValues), escapeText)
    })
  return {
    title: partsOf(template.title, escapes.title),
    message: partsOf(template.content, escapes.message),
    link: template.link === null ? null : partsOf(template.link, escapes.link),
  }
}

function givenValue(name: string, input: UserInput | undefined, inputs: InputValues, eventValues: Values) {
  if (!input) return eventValues[name]
  const givenText = inputs[name]?.trim()
  return givenText ? inputText(input, givenText) : undefined
}

/** Fills the variables of one recipient. `values` absent: they stay as `{{name}}`, for the author. */
export function fillParts(parts: Parts, values?: Values): FilledTexts {
  const textOf = (list: readonly Part[], escapeText: Escape) =>
    list
      .map((part) => {
        if (typeof part === 'string') return part
        return values ? valueText(values[part.variable], escapeText) : `{{${part.variable}}}`
      })
      .join('')
  return {
    title: cutText(textOf(parts.title, escapes.title), TITLE_LENGTH),
    message: textOf(parts.message, escapes.message),
    link: parts.link === null ? null : textOf(parts.link, escapes.link),
  }
}

/** Whether a recipient has a value in it. */
export function isPersonal({ title, message, link }: Parts): boolean {
  return [...title, ...message, ...(link ?? [])].some((part) => typeof part !== 'string')
}

function valueText(value: string | undefined, escapeText: Escape): string {
  return escapeText(value === undefined || value === '' ? NO_VALUE : oneLineOf(cutValue(value)).trim())
}

/** A value of at most 4 kB. */
export function cutValue(value: string): string {
  const bytes = new TextEncoder().encode(value)
  if (bytes.length <= VALUE_BYTES) return value
  return `${new TextDecoder().decode(bytes.slice(0, VALUE_BYTES - 3)).replace(/\ufffd+$/, '')}…`
}

function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
}

/** Line breaks, control characters and characters that change the text direction become spaces. */
function oneLineOf(value: string): string {
  return value.replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200b\u202a-\u202e\u2060-\u2069\ufeff]+/gu, ' ')
}

/** Text that Markdown shows as it is written: no emphasis, link, heading, list or HTML. */
function escapeMarkdown(value: string): string {
  return value
    .replaceAll(/[\\`*_{}[\]()<>#+!|~&@^=]|:(?=\/\/)/g, '\\$&')
    .replace(/^(\s*)-/, '$1\\-')
    .replace(/^(\s*\d+)\./, '$1\\.')
    .replaceAll(/www\./gi, (start) => `${start.slice(0, 3)}\\.`)
}
