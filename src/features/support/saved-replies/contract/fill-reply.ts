import { type ReplyVariable, replyVariables } from './saved-reply.ts'

const placeholder = /\{\{([^{}]*)\}\}/g

/** What is wrong with the variables of a text: the first that is not known, or a `{{` without `}}`; null: nothing. */
export function replyFault(text: string): { readonly unknown: string } | 'unclosed' | null {
  const unknownName = [...text.matchAll(placeholder)]
    .map(([, name = '']) => name.trim())
    .find((name) => !isVariable(name))
  if (unknownName !== undefined) return { unknown: unknownName }
  return text.replaceAll(placeholder, '').includes('{{') ? 'unclosed' : null
}

/**
 * Fills the variables of a reply in one pass. A value shows as it is written: it makes no emphasis, link, mention or
 * HTML, and is not searched for variables. A variable without a value becomes the dash.
 */
export function fillReply(text: string, values: Readonly<Record<ReplyVariable, string | null>>): string {
  return text.replaceAll(placeholder, (_, variable: string) => {
    const name = variable.trim()
    const value = isVariable(name) ? values[name]?.trim() : undefined
    return value ? escapeMarkdown(value.replaceAll(/\s+/gu, ' ')) : '–'
  })
}

function isVariable(name: string): name is ReplyVariable {
  return (replyVariables as readonly string[]).includes(name)
}

/** Text that Markdown shows as it is written: no emphasis, link, heading, list or HTML. */
function escapeMarkdown(value: string): string {
  return value
    .replaceAll(/[\\`*_{}[\]()<>#+!|~&@^=]|:(?=\/\/)/g, '\\$&')
    .replace(/^(\s*)-/, '$1\\-')
    .replace(/^(\s*\d+)\./, '$1\\.')
    .replaceAll(/www\./gi, (start) => `${start.slice(0, 3)}\\.`)
}
