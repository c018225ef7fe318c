import type { EventType } from '#kit/contract/event.ts'
import type { Tx } from '../database.ts'
import type { RecordedEvent } from './event.ts'

/**
 * Handles events: live messages, jobs, mail. It writes only through the dispatcher's transaction, so it always takes
 * effect exactly once.
 */
export type EventHandler = {
  /** The names of its events. */
  readonly events: readonly string[] | 'all'
  readonly name: string
  run(event: RecordedEvent, tx: Tx): Promise<void>
}

/** A handler of these events. Of several it reads what their data have in common, or asks for the name first. */
export function on<const Type extends EventType>(
  types: Type | readonly Type[],
  name: string,
  run: (event: RecordedEvent<Type>, tx: Tx) => Promise<void>,
): EventHandler {
  const events = [types].flat() as readonly EventType[]
  // The dispatcher runs it with events of these types alone.
  return { events: events.map((type) => type.name), name, run: run as EventHandler['run'] }
}

/** Whether an event is of this type: then its data has the shape that the type declares. */
export function isEvent<Type extends EventType>(event: RecordedEvent, type: Type): event is RecordedEvent<Type> {
  return event.name === type.name
}

/** A handler of every event. */
export function onEveryEvent(name: string, run: EventHandler['run']): EventHandler {
  return { events: 'all', name, run }
}
