/**
 * A fact that a verb records, in the verb's own transaction. Audit, history, live messages, mail, jobs and the
 * connector outbox hang from it.
 */
export type EventType<Name extends string = string> = {
  /** `<subject>.<verb in the past>`, for example `case.created`. */
  readonly name: Name
  /** What kind of thing it happened to: `case`, `user`, `session`, … */
  readonly subject: string
  /**
   * Who may ever read it: people of the account (`account`), vendor staff alone (`vendor`), or the person it is
   * about and administrators (`person`).
   */
  readonly audience: 'account' | 'vendor' | 'person'
}

const current = new Map<string, string>()

/** Declares an event. `formerly` is the name under which earlier versions recorded it; such rows are read under `name`. */
export function defineEvent<const Name extends string>(
  name: Name,
  audience: EventType['audience'],
  formerly?: string,
): EventType<Name> {
  if (formerly) current.set(formerly, name)
  return { name, audience, subject: name.slice(0, name.indexOf('.')) }
}

/** The name that an event has today, given the name under which it was recorded. */
export function currentEventName(recorded: string): string {
  return current.get(recorded) ?? recorded
}

/** Former names of events beside their names of today: `[[former, name], …]`. */
export function formerEventNames(): readonly (readonly [string, string])[] {
  return [...current]
}
