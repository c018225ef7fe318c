import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { changesTo, type DataShape, type EventType } from '#kit/contract/event.ts'
import type { Tx } from '../database.ts'
import { eventToRecord, noUser, type RecordedEvent, recordEvent, recordEvents } from './event.ts'
import { on } from './event-handler.ts'

// Not declared with `defineEvent`: they would be events of the product.
const renamed = thing('thing.renamed', { id: z.number(), changes: changesTo({ name: z.string() }) })
const removed = thing('thing.removed', { why: z.optional(z.string()) })
const ended = thing('thing.ended', {})
const about = { subject: 1 }

/** Compiled, and never called: the compiler rejects each line below a `@ts-expect-error`. */
async function misuse(tx: Tx, event: RecordedEvent<typeof renamed | typeof removed>): Promise<void> {
  // @ts-expect-error All data are missing.
  await recordEvent(tx, renamed, noUser, about)
  // @ts-expect-error The event has no data.
  await recordEvent(tx, ended, noUser, { ...about, data: { id: 1 } })
  // @ts-expect-error The id is missing.
  await recordEvent(tx, renamed, noUser, { ...about, data: { changes: { name: ['one', 'two'] } } })
  // @ts-expect-error It is a number.
  await recordEvent(tx, renamed, noUser, { ...about, data: { id: '1', changes: {} } })
  // @ts-expect-error The event has no such member.
  await recordEvent(tx, renamed, noUser, { ...about, data: { id: 1, changes: {}, title: 'one' } })
  // @ts-expect-error The event has no such change.
  await recordEvent(tx, renamed, noUser, { ...about, data: { id: 1, changes: { title: ['one', 'two'] } } })
  // @ts-expect-error The changes are missing.
  await recordEvents(tx, renamed, noUser, [{ ...about, data: { id: 1 } }])
  // @ts-expect-error The changes are missing.
  eventToRecord(renamed, noUser, { ...about, data: { id: 1 } })

  // @ts-expect-error The event has no such member.
  on(renamed, 'test', async ({ data }) => void data.title)
  // @ts-expect-error Only one of the two has it.
  on([renamed, removed], 'test', async ({ data }) => void data.why)
  // @ts-expect-error There is no such event.
  if (event.name === 'thing.created') return
  // @ts-expect-error The event has no such member.
  if (event.name === 'thing.removed') void event.data.id
}

test('the compiler knows the data of events', () => {
  expect(misuse).toBeTypeOf('function')
  const handler = on([renamed, removed], 'test', async (event) =>
    event.name === 'thing.renamed' ? void event.data.id : void event.data.why,
  )
  expect(handler.events).toEqual(['thing.renamed', 'thing.removed'])
})

function thing<const Name extends string, Shape extends DataShape>(name: Name, data: Shape): EventType<Name, Shape> {
  return { name, subject: 'thing', audience: 'vendor', text: 'changed {subject}', data }
}
