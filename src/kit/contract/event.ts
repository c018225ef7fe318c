/**
 * A fact that a command records in its own transaction. Event handlers use it for audit, history, live messages, mail,
 * jobs and the connector outbox.
 */
export type EventType<Name extends string = string> = {
  /** `<subject>.<past tense of the command>`, for example `case.created`. */
  readonly name: Name
  /** The kind of subject: `case`, `user`, `session`, … */
  readonly subject: string
  /**
   * Who may ever read it: users of the account (`account`), vendor staff alone (`vendor`), or the user it is about and
   * administrators (`person`).
   */
  readonly audience: 'account' | 'vendor' | 'person'
}

const current = new Map<string, string>()

/**
 * Declares an event. `formerly` is the name under which earlier versions recorded it; such rows are read under `name`.
 */
export function defineEvent<const Name extends string>(
  name: Name,
  audience: EventType['audience'],
  formerly?: string,
): EventType<Name> {
  if (formerly) current.set(formerly, name)
  return { name, audience, subject: name.slice(0, name.indexOf('.')) }
}

/** The current name of an event, given the name under which it was recorded. */
export function currentEventName(recorded: string): string {
  return current.get(recorded) ?? recorded
}

/** Former names of events beside their current names: `[[former, name], …]`. */
export function formerEventNames(): readonly (readonly [string, string])[] {
  return [...current]
}
