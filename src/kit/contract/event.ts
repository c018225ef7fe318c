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

/** Declares an event. */
export function defineEvent<const Name extends string>(name: Name, audience: EventType['audience']): EventType<Name> {
  return { name, audience, subject: name.slice(0, name.indexOf('.')) }
}
