import { sql } from 'kysely'
import type { DataOf, DataShape, EventData, EventType } from '#kit/contract/event.ts'
import type { Database, Tx } from '../database.ts'

/**
 * The actor and the request: recorded with every event. A user has id and name together, a process of the product has a
 * name; `noUser` is the one way to record neither.
 */
export type EventActor = (NamedUser | typeof noUser) & {
  readonly requestId?: string
  readonly address?: string
}
type NamedUser = {
  readonly userId?: number
  readonly userName: string
  readonly impersonatorId?: number | undefined
  readonly impersonatorName?: string | undefined
}

/** No user is known: the request had no session, or the product acted automatically. */
export const noUser: { readonly [key in keyof Omit<NamedUser, 'userName'>]?: undefined } & {
  readonly userName: null
} = { userName: null }

/** The fact itself: its place, its subject, and the data that its declaration names. */
export type EventInput<Type extends EventType = EventType> = {
  readonly account?: number | null
  readonly subject?: string | number | null
} & WithData<DataInput<Type['data']>>

/** What is given for data of a shape: nothing else where it has no members. */
export type DataInput<Shape extends DataShape> = Shape extends unknown
  ? keyof Shape extends never
    ? Readonly<Record<string, never>>
    : Constant<DataOf<Shape>>
  : never

/** As much may be given as constants: its lists and members are not changed. */
type Constant<Value> = Value extends object ? { readonly [Member in keyof Value]: Constant<Value[Member]> } : Value

type WithData<Data> = Record<never, never> extends Data ? { readonly data?: Data } : { readonly data: Data }

/** An event as recorded; `seq` is its place in the chain. Of several types of event, its name says which it is. */
export type RecordedEvent<Type extends EventType = EventType> =
  Type extends EventType<infer Name>
    ? {
        readonly id: number
        readonly seq: number
        readonly at: string
        readonly name: Name
        readonly audience: EventType['audience']
        readonly subject: string
        readonly subjectId: string | null
        readonly accountId: number | null
        readonly actorId: number | null
        readonly actorName: string | null
        readonly impersonatorId: number | null
        readonly impersonatorName: string | null
        readonly data: Readonly<EventData<Type>> & ImportedFlag
        readonly requestId: string | null
      }
    : never

/** It happened before it was recorded, in another system: no mail and no message follows. */
type ImportedFlag = { readonly imported?: true }

/**
 * Records an event in the command's transaction and wakes the event dispatcher when that commits. Returns the event's
 * id.
 */
export async function recordEvent<Type extends EventType>(
  tx: Tx | Database,
  kind: Type,
  actor: EventActor,
  fact: EventInput<Type>,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with recorded as (
      insert into events (name, audience, subject, subject_id, account_id, actor_id, actor_name, impersonator_id, impersonator_name, data, request_id, address)
      values (${kind.name}, ${kind.audience}, ${kind.subject}, ${fact.subject == null ? null : String(fact.subject)}, ${fact.account ?? null},
        ${actor.userId ?? null}, ${actor.userName}, ${actor.impersonatorId ?? null}, ${actor.impersonatorName ?? null},
        ${JSON.stringify(fact.data ?? {})}::jsonb, ${actor.requestId ?? null}, ${actor.address ?? null})
      returning id
    )
    select id, pg_notify('events', '') from recorded`.execute(tx)
  return rows[0]!.id
}

/** An event among several of different kinds and actors. */
export type EventToRecord = { readonly kind: EventType; readonly actor: EventActor } & EventInput

/** An event among several, whose data has the shape of its kind. */
export function eventToRecord<Type extends EventType>(
  kind: Type,
  actor: EventActor,
  fact: EventInput<Type>,
): EventToRecord {
  return { ...(fact as EventInput), kind, actor }
}

/** Records events in one statement, in their order. */
export async function recordAllEvents(tx: Tx, events: readonly EventToRecord[]): Promise<void> {
  if (events.length === 0) return
  const eventRows = events.map(({ kind, actor, subject, account, data }) => ({
    name: kind.name,
    audience: kind.audience,
    subject: kind.subject,
    subject_id: subject == null ? null : String(subject),
    account_id: account ?? null,
    actor_id: actor.userId ?? null,
    actor_name: actor.userName,
    impersonator_id: actor.impersonatorId ?? null,
    impersonator_name: actor.impersonatorName ?? null,
    data: data ?? {},
    request_id: actor.requestId ?? null,
    address: actor.address ?? null,
  }))
  await sql`
    with recorded as (
      insert into events (name, audience, subject, subject_id, account_id, actor_id, actor_name, impersonator_id, impersonator_name, data, request_id, address)
      select name, audience, subject, subject_id, account_id, actor_id, actor_name, impersonator_id, impersonator_name, data, request_id, address
      from rows from (jsonb_to_recordset(${JSON.stringify(eventRows)}::jsonb) as (name text, audience text, subject text, subject_id text, account_id bigint,
        actor_id bigint, actor_name text, impersonator_id bigint, impersonator_name text, data jsonb, request_id text, address text)) with ordinality
        as g (name, audience, subject, subject_id, account_id, actor_id, actor_name, impersonator_id, impersonator_name, data, request_id, address, place)
      order by g.place
      returning id
    )
    select pg_notify('events', '') from recorded limit 1`.execute(tx)
}

/** The same for many events of one kind and actor. */
export function recordEvents<Type extends EventType>(
  tx: Tx,
  kind: Type,
  actor: EventActor,
  facts: readonly EventInput<Type>[],
): Promise<void> {
  return recordAllEvents(
    tx,
    facts.map((fact) => eventToRecord(kind, actor, fact)),
  )
}

/**
 * The difference between two states of a thing, for `data.changes`; only the named fields, only where they differ. Times
 * are ISO texts, as they are stored.
 */
export function changesOf<After extends object>(
  before: { readonly [Field in keyof After]?: unknown },
  after: After,
): Changes<After> {
  const changedEntries = Object.entries(after).filter(
    ([field, value]) => value !== undefined && JSON.stringify(before[field as keyof After]) !== JSON.stringify(value),
  )
  return Object.fromEntries(
    changedEntries.map(([field, value]) => [field, [before[field as keyof After] ?? null, value ?? null]]),
  ) as Changes<After>
}

/** For each changed field its value before and after, null where there was or is none. */
export type Changes<After extends object> = {
  [Field in keyof After]?: [Ends<After[Field]>, Ends<After[Field]>]
}

/** One member of `data.changes`: the value before and after. */
export function fromTo<Before, After>(before: Before, after: After): readonly [Before, After] {
  return [before, after]
}

type Ends<Value> = StoredValue<NonNullable<Value>> | null
type StoredValue<Value> = Value extends Date ? string : Value
