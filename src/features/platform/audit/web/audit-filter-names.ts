import { formatDateTime } from '#kit/web/time/time.ts'
import type { EventText, useText } from '../texts.ts'
import { eventWords } from './event-text.ts'

/** The filters of the audit, as they are named in the address. */
export const auditFilterNames = [
  'q',
  'userId',
  'action',
  'account',
  'atFrom',
  'atTo',
  'requestId',
  'impersonated',
] as const

type Say = ReturnType<typeof useText>

/** The event of denied attempts. */
export const DENIED = 'access.denied'

/** The events to choose from, by subject; first all of the subject. */
export function eventChoices(t: Say, say: EventText, names: readonly string[]) {
  const bySubject = new Map<string, { value: string; label: string }[]>()
  for (const name of names) {
    const subject = name.slice(0, name.indexOf('.'))
    const choices = bySubject.get(subject) ?? [{ value: subject, label: actionLabel(t, say, subject) }]
    bySubject.set(subject, [...choices, { value: name, label: actionLabel(t, say, name) }])
  }
  return [...bySubject].map(([subject, items]) => ({ group: wordsOf(subject), items }))
}

/** The name of a chosen event or subject. */
export function actionLabel(t: Say, say: EventText, action: string): string {
  return action.includes('.')
    ? eventLabel(say, action)
    : t('filter.everything', { subject: wordsOf(action).toLowerCase() })
}

/** `caseKey` and `case-key` as words. */
export function wordsOf(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[-_.]/g, ' ')
    .toLowerCase()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** The period of the filter in words; undefined where there is none. */
export function periodWords(t: Say, from: string | undefined, to: string | undefined): string | undefined {
  const [begin, end] = [from && formatDateTime(from), to && formatDateTime(to)]
  if (begin && end) return t('filter.span', { from: begin, to: end })
  if (begin) return t('filter.since', { at: begin })
  return end && t('filter.until', { at: end })
}

function eventLabel(say: EventText, name: string): string {
  const words = eventWords(say, name, '…').trim()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
