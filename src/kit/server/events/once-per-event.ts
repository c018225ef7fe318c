import type { Database, Tx } from '../database.ts'
import type { RecordedEvent } from './event.ts'

/** Reads of which several handlers of an event need the result: each is done once for an event, unless it fails. */
export function oncePerEvent<Value, Executor extends Tx | Database = Tx | Database>(
  read: (event: RecordedEvent, tx: Executor) => Promise<Value>,
): (event: RecordedEvent, tx: Executor) => Promise<Value> {
  const results = new WeakMap<RecordedEvent, Promise<Value>>()
  return (event, tx) => {
    const cachedResult = results.get(event)
    if (cachedResult) return cachedResult
    const result = read(event, tx)
    results.set(event, result)
    result.catch(() => results.delete(event))
    return result
  }
}
