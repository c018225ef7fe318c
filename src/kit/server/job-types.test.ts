import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Tx } from './database.ts'
import { addJob, defineJob, taskOf } from './job.ts'
import type { OutboxMessage } from './outbox/message-type.ts'
import { defineMessages, messageToSend, readMessage } from './outbox/message-type.ts'
import { enqueueOutboxMessage } from './outbox/outbox-message.ts'

const COPY = defineJob('test.copy', { connection: z.string(), times: z.optional(z.number()) })
const SWEEP = defineJob('test.sweep')
const messages = defineMessages({ create: { caseId: z.number() }, rename: { name: z.string() }, poll: {} })

/** Compiled, and never called: the compiler rejects each line below a `@ts-expect-error`. */
async function misuse(tx: Tx, message: OutboxMessage): Promise<void> {
  // @ts-expect-error The connection is missing.
  await addJob(tx, COPY, {})
  // @ts-expect-error It is a text.
  await addJob(tx, COPY, { connection: 1 })
  // @ts-expect-error The job has no such member.
  await addJob(tx, SWEEP, { connection: 'one' })
  // @ts-expect-error A name is no declared job.
  await addJob(tx, 'test.copy', { connection: 'one' })
  // @ts-expect-error The job has no such member.
  taskOf(COPY, { run: async ({ account }) => void account })
  // @ts-expect-error A job without data has no members.
  taskOf(SWEEP, { cron: '* * * * *', run: async ({ connection }) => void connection })
  // @ts-expect-error The clock gives no connection.
  taskOf(COPY, { cron: '* * * * *', run: async ({ connection }) => void connection })

  // @ts-expect-error The case is missing.
  await enqueueOutboxMessage(tx, 'test', messages.create, { subject: 'ann', content: {} })
  // @ts-expect-error It is a number.
  await enqueueOutboxMessage(tx, 'test', messages.create, { subject: 'ann', content: { caseId: '1' } })
  // @ts-expect-error The message has no such member.
  await enqueueOutboxMessage(tx, 'test', messages.poll, { subject: 'ann', content: { caseId: 1 } })
  // @ts-expect-error The message has no such member.
  messageToSend(messages.rename, { name: 'one', caseId: 1 })
  const read = readMessage(message, messages)
  // @ts-expect-error Not every message has one.
  void read.content.caseId
  // @ts-expect-error There is no such operation.
  if (read.operation === 'delete') return
  // @ts-expect-error A message that creates has no name.
  if (read.operation === 'create') void read.content.name
}

test('the compiler knows the data of jobs and of messages', () => {
  expect(misuse).toBeTypeOf('function')
  expect(taskOf(COPY, { calls: 'others', run: async ({ connection, times = 0 }) => void [connection, times] })).toEqual(
    {
      ...COPY,
      calls: 'others',
      run: expect.any(Function),
    },
  )
  expect(messageToSend(messages.create, { caseId: 1 })).toEqual({ type: messages.create, content: { caseId: 1 } })
})
