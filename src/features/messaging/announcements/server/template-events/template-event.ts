import type { BindableEvent, eventVariables } from '#features/messaging/templates/contract.ts'
import type { EventType } from '#kit/contract/event.ts'
import type { Permission } from '#kit/contract/permission.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'

/** What an announcement says of a recorded event, and to whom. */
export type EventFacts<Event extends BindableEvent> = {
  /** Names of the accounts whose users get it. */
  readonly accounts: readonly string[]
  /** The page of the portal that shows more. */
  readonly link: string | null
  readonly values: Readonly<Record<(typeof eventVariables)[Event][number], string>>
}

/** An event that can be bound to a template, as the feature of the event declares it. */
export type TemplateEvent<Event extends BindableEvent = BindableEvent> = Event extends BindableEvent
  ? TemplateEventOf<Event>
  : never
type TemplateEventOf<Event extends BindableEvent> = {
  readonly event: Event
  readonly recorded: readonly EventType[]
  /** The permission to read what it is about: users without it are no recipients. */
  readonly readable: Permission
  /** Undefined for a recorded event of another kind, or one that customers must not learn of. */
  factsOf(event: RecordedEvent, db: Database | Tx): Promise<EventFacts<Event> | undefined>
}
