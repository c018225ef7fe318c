import * as z from 'zod/mini'

/** The members of the data of an event, a job or a message: a name and a schema for each. */
export type DataShape = Readonly<Record<string, z.core.$ZodType>>

/** What code reads of data with that shape. */
export type DataOf<Shape extends DataShape> = keyof Shape extends never
  ? Record<never, never>
  : z.core.$InferObjectOutput<Shape, Record<never, never>>

/**
 * A fact that a command records in its own transaction. Event handlers use it for audit, history, live messages, mail,
 * jobs and the connector outbox.
 */
export type EventType<Name extends string = string, Shape extends DataShape = DataShape> = {
  /** `<subject>.<past tense of the command>`, for example `case.created`. */
  readonly name: Name
  /** The kind of subject: `case`, `user`, `session`, … */
  readonly subject: string
  /**
   * Who may ever read it: users of the account (`account`), vendor staff alone (`vendor`), or the user it is about and
   * administrators (`person`).
   */
  readonly audience: 'account' | 'vendor' | 'person'
  /** What lists of activity say behind the name of the actor; `{subject}` is the name of the subject. */
  readonly text: string
  /** The same where the actor is the subject. */
  readonly selfText?: string | undefined
  /** The members of its data, as they are stored: times are ISO texts. */
  readonly data: Shape
}

/** The data of an event. */
export type EventData<Type extends EventType> = DataOf<Type['data']>

const eventTypes = new Map<string, EventType>()

/** Declares an event. Each name is declared once. */
export function defineEvent<const Name extends string, const Shape extends DataShape = Record<never, never>>(
  name: Name,
  declaration: {
    readonly audience: EventType['audience']
    readonly text: string
    readonly selfText?: string
    readonly data?: Shape
  },
): EventType<Name, Shape> {
  const { data = {} as Shape, ...others } = declaration
  const event = { name, subject: name.slice(0, name.indexOf('.')), ...others, data }
  eventTypes.set(name, event)
  return event
}

/** The events of all loaded contracts, by name. */
export function declaredEvents(): readonly EventType[] {
  return [...eventTypes.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

/**
 * The member `changes` of an edit: for each of these fields that changed its value before and after, null where there
 * was or is none.
 */
export function changesTo<Shape extends DataShape>(fields: Shape) {
  const ends = Object.entries(fields).map(([field, value]) => [field, z.optional(change(value))])
  return z.strictObject(Object.fromEntries(ends) as { [Field in keyof Shape]: Change<Shape[Field]> })
}

/** The same of fields that the declaration does not know: settings of connectors, for example. */
export const changesByName = z.record(z.string(), z.optional(z.tuple([z.unknown(), z.unknown()])))

type Change<Value extends z.core.$ZodType> = z.ZodMiniOptional<
  z.ZodMiniTuple<[z.ZodMiniNullable<Value>, z.ZodMiniNullable<Value>], null>
>

function change<Value extends z.core.$ZodType>(value: Value) {
  return z.tuple([z.nullable(value), z.nullable(value)])
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
