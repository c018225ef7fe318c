import { type CaseOfTicket, caseOfTicket, NewTicket, notStoredOf, severities } from '../contract.ts'
import type { useText } from '../texts.ts'

/** The case of a pasted ticket with what would be lost, or why there is none. */
export type Trial = {
  readonly problem?: string
  readonly made?: { readonly result: CaseOfTicket; readonly ticket: NewTicket; readonly lost: readonly string[] }
}

/** Maps a pasted ticket by the rules of the server. */
export function tryTicket(t: ReturnType<typeof useText>, text: string): Trial {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return { problem: t('notJson') }
  }
  const read = NewTicket.safeParse(given)
  if (!read.success) return { problem: read.error.issues.map(explained).slice(0, 5).join(' ') }
  const result = caseOfTicket(read.data)
  if (!result) return { problem: t('severityUnknown', { severities: severities.join(', ') }) }
  return { made: { result, ticket: read.data, lost: notStoredOf(read.data) } }
}

function explained({ path, message }: { path: readonly PropertyKey[]; message: string }): string {
  return `${path.map(String).join('.')} ${message}.`.trim()
}
