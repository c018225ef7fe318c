import type { BindableEvent } from '#features/messaging/templates/contract.ts'
import type { EventType } from '#kit/contract/event.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { type CaseKind, caseChanged } from './case-kinds.ts'

/** What an event of a case brings to its readers. */
export type CaseRule = {
  readonly event: EventType
  /** Users are notified of it, and not only their pages refreshed; a function decides for one event. */
  readonly notifies?: CaseKind | ((recorded: RecordedEvent) => CaseKind | undefined)
  /** It replaces or takes back a text that may wait in messages about the case. */
  readonly restates?: boolean
  /** What it is for templates of mails. */
  readonly template?: Extract<BindableEvent, 'CASE_UPDATED' | 'OUTAGE_OPENED'>
}

const rules = new Map<string, CaseRule>()

/** Makes the rules known to what reads an event later. */
export function declareRules(declared: readonly CaseRule[]): void {
  for (const rule of declared) rules.set(rule.event.name, rule)
}

/** The kind of notification about an event; undefined for one that notifies no user. */
export function kindOf(event: RecordedEvent): CaseKind | undefined {
  const notifies = rules.get(event.name)?.notifies
  return typeof notifies === 'function' ? notifies(event) : notifies
}

/** The kind whose sentence says what happened, also for events that notify no user. */
export function sayingKindOf(event: RecordedEvent): CaseKind {
  return kindOf(event) ?? caseChanged
}

/** What the event is for templates. */
export function templateEventOf({ name }: RecordedEvent): CaseRule['template'] {
  return rules.get(name)?.template
}
