import { notificationsOf } from '#features/platform/notification-groups/server/index.ts'
import { readCases, seeInternal } from '#features/support/case-access/contract.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { defineNotification, type NotificationKind, textsOf } from '#kit/server/notification.ts'
import type { CaseNotification } from './case-notification.ts'
import { statusChangeIn } from './status-change.ts'

/** A kind of notification about a case. */
export type CaseKind = {
  readonly kind: NotificationKind
  /** Values of the text besides those of every event of a case. */
  readonly valuesOf: (event: RecordedEvent) => Readonly<Record<string, string>>
}

/** What every event of a case gives: `said` is the comment, `moved` a sentence about the status or nothing. */
type CommonValue = 'who' | 'key' | 'priority' | 'moved' | 'said'
type ValueIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | ValueIn<Rest> : never
type OwnValue<Text extends string> = Exclude<ValueIn<Text>, CommonValue>

/**
 * Declares a kind of notification about a case by the sentence that says what happened; the comment follows it. Values
 * of the sentence that only its event has are made by `valuesOf`.
 */
export function caseKind<const Text extends string>(
  name: string,
  text: Text,
  ...[valuesOf]: [OwnValue<Text>] extends [never]
    ? []
    : [valuesOf: (event: RecordedEvent) => Readonly<Record<OwnValue<Text>, string>>]
): CaseKind {
  const kind = defineNotification(name, {
    group: notificationsOf.cases,
    title: '[{key}] {subject}',
    text: `${text}\n\n{said}`,
    open: 'Open case',
    readable: [readCases, seeInternal],
  })
  const made = { kind, valuesOf: valuesOf ?? (() => ({})) }
  kinds.set(name, made)
  return made
}

const kinds = new Map<string, CaseKind>()

/** The kind of that name: what was taken back is written again. */
export function caseKindNamed(name: string): CaseKind | undefined {
  return kinds.get(name)
}

export const caseFiled = caseKind('case.filed', '{who} filed {key} (priority {priority}).')
export const serviceDown = caseKind('case.service-down', '{who} reported in {key} that service is down.')
/** Instead of the usual kind, to users whom the comment mentions. */
export const caseMentioned = caseKind('case.mentioned', '{who} mentioned you in {key}.{moved}')
/** Any other change. */
export const caseChanged = caseKind('case.changed', '{who} changed {key}.{moved}')

/** The values of the texts of a kind. */
export function valuesOf({ valuesOf }: CaseKind, event: RecordedEvent, about: CaseNotification) {
  return { ...commonValues(event, about), ...valuesOf(event) }
}

function commonValues(event: RecordedEvent, { key, subject, priority }: CaseNotification) {
  const status = statusChangeIn(event)
  const moved = status ? ` The status changed from ${asWords(status[0])} to ${asWords(status[1])}.` : ''
  return {
    who: event.actorName ?? 'A user',
    key,
    subject,
    priority: asWords(priority),
    moved,
    said: textIn(event),
  }
}

/** What happened to a case, and who did it, as a sentence. */
export function sentenceOf(kind: CaseKind, event: RecordedEvent, about: CaseNotification): string {
  return textsOf(kind.kind, { ...valuesOf(kind, event, about), said: '' }).text.trim()
}

/** The comment in an event: Markdown is shown as typed. */
export function textIn({ data }: RecordedEvent): string {
  const { comment, internalComment } = (data.changes ?? {}) as Record<string, [unknown, string] | undefined>
  return (comment ?? internalComment)?.[1] ?? ''
}

/** `WAITING_FOR_CUSTOMER` as words. */
export function asWords(value: string): string {
  return value.toLowerCase().replaceAll('_', ' ')
}
