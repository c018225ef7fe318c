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

const facts = new Map<string, readonly string[]>()

/**
 * Declares what users of an account read in the recorded events of a subject: the named facts of `data` and of its
 * `changes`. All else is text of users, which may be taken back or replaced after it was recorded: of that they read
 * only that it changed. Vendor staff read all of it. Features that record events of one subject declare their own facts.
 */
export function factsForAccounts(subject: string, names: readonly string[]): void {
  facts.set(subject, [...(facts.get(subject) ?? []), ...names])
}

/** The facts of the events of a subject; undefined where users of the account read all of `data`. */
export function declaredFacts(subject: string): readonly string[] | undefined {
  return facts.get(subject)
}

/** The subjects with declared facts. */
export function subjectsWithFacts(): readonly string[] {
  return [...facts.keys()]
}
