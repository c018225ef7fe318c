import { escapeMarkdown, readPlaceholders, unclosedPlaceholders } from '#features/messaging/templates/contract.ts'
import { type ReplyVariable, replyVariables } from './saved-reply-fields.ts'

/** What is wrong with the variables of a text: the first that is not known, or a `{{` without `}}`; null: nothing. */
export function replyFault(text: string): { readonly unknown: string } | 'unclosed' | null {
  const [unknown] = readPlaceholders(text).flatMap((part) =>
    typeof part === 'string' || isVariable(part.name) ? [] : [part.name],
  )
  if (unknown !== undefined) return { unknown }
  return unclosedPlaceholders(text).length > 0 ? 'unclosed' : null
}

/**
 * Fills the variables of a reply in one pass. A value shows as it is written: it makes no emphasis, link, mention or
 * HTML, and is not searched for variables. A variable without a value becomes the dash.
 */
export function fillReply(text: string, values: Readonly<Record<ReplyVariable, string | null>>): string {
  return readPlaceholders(text)
    .map((part) => {
      if (typeof part === 'string') return part
      const value = isVariable(part.name) ? values[part.name]?.trim() : undefined
      return value ? escapeMarkdown(value.replaceAll(/\s+/gu, ' ')) : '–'
    })
    .join('')
}

function isVariable(name: string): name is ReplyVariable {
  return (replyVariables as readonly string[]).includes(name)
}
