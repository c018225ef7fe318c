import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { buildProgram } from '#test/program.ts'
import { type Connections, openDatabase } from '../database.ts'
import { IntegrationError } from '../vendor/vendor-error.ts'
import {
  dropConnectionMessages,
  listConnectionMessages,
  pauseConnectionMessages,
  resumeConnectionMessages,
  retryConnectionMessages,
} from './connection-messages.ts'
import type { OutboxMessage } from './message-type.ts'
import { enqueueOutboxMessage } from './outbox-message.ts'
import { outboxWorkerTasks } from './outbox-worker.ts'

let database: { url: string; drop(): Promise<void> }
let connections: Connections
let delivered: string[]

beforeAll(async () => {
  database = await testDatabase()
  connections = openDatabase(database.url)
  await runMigrations({ pgPool: connections.pool })
})
afterAll(async () => {
  await connections.close()
  await database.drop()
})
beforeEach(async () => {
  delivered = []
  await sql`delete from outbox`.execute(connections.db)
})

/** A process that runs the outbox. */
function open(
  deliver: (message: OutboxMessage) => Promise<void> = async ({ operation: command }) => void delivered.push(command),
  settled = async () => {},
) {
  const line = { name: 'test', deliver, settled }
  const [work, sweep] = outboxWorkerTasks({ db: connections.db, log: pino({ level: 'silent' }) }, line)
  return { work: (subject = 'ann') => work!.run({ subject }), sweep: () => sweep!.run({}) }
}
const post = (command: string, subject = 'ann') =>
  enqueueOutboxMessage(
    connections.db,
    'test',
    { operation: command, content: {} },
    {
      subject,
      connection: 'test:one',
      content: {},
    },
  )
const states = async (subject = 'ann') =>
  (
    await sql<{ line: string }>`
      select operation || ' ' || state as line from outbox where subject = ${subject} order by id`.execute(
      connections.db,
    )
  ).rows.map(({ line }) => line)
const change = <Result>(work: (tx: Parameters<typeof retryConnectionMessages>[0]) => Promise<Result>) =>
  connections.db.transaction().execute(work)
const undelivered = () =>
  listConnectionMessages(connections.db, 'test:one', { states: ['WAITING', 'FAILED'], page: 0, size: 9 })
const busy = async () => Promise.reject(new IntegrationError('Busy.', { fault: 'busy' }))

test('the messages of a subject are sent in order, those of others do not wait for them', async () => {
  for (const command of ['one', 'two', 'three']) await post(command)
  await post('other', 'bob')
  const { work } = open()
  await Promise.all([work('bob'), work(), work(), work()])
  expect(delivered.filter((operation) => operation !== 'other')).toEqual(['one', 'two', 'three'])
  expect(await states()).toEqual(['one DONE', 'two DONE', 'three DONE'])
  expect(await states('bob')).toEqual(['other DONE'])
})

test('a connection gets as many subjects at once as it allows, each in its order, whatever number of jobs runs', async () => {
  const subjects = ['ann', 'bob', 'cy', 'dan', 'eve']
  for (const command of ['one', 'two']) for (const subject of subjects) await post(command, subject)
  let [now, most] = [0, 0]
  const deliver = async ({ subject, operation }: OutboxMessage) => {
    now += 1
    most = Math.max(most, now)
    await new Promise((resolve) => setTimeout(resolve, 20))
    delivered.push(`${subject} ${operation}`)
    now -= 1
  }
  const line = { name: 'test', deliver, settled: async () => undefined, widthOf: () => 3 }
  const [work] = outboxWorkerTasks({ db: connections.db, log: pino({ level: 'silent' }) }, line)
  await Promise.all(subjects.map((subject) => work!.run({ subject, connection: 'test:one' })))
  expect(most).toBe(3)
  for (const subject of subjects) {
    expect(delivered.filter((one) => one.startsWith(subject))).toEqual([`${subject} one`, `${subject} two`])
    expect(await states(subject)).toEqual(['one DONE', 'two DONE'])
  }
})

test('nothing is sent of what was rolled back', async () => {
  await change(async (tx) => {
    await enqueueOutboxMessage(tx, 'test', { operation: 'never', content: {} }, { subject: 'ann', content: {} })
    throw new Error('rolled back')
  }).catch(() => undefined)
  await open().work()
  expect([delivered, await states()]).toEqual([[], []])
})

test('a failed message holds back what comes after it, is retried later, and can be sent at once', async () => {
  const id = await post('one')
  await post('two')
  await open(busy).work()
  await open().work()
  expect([delivered, await states()]).toEqual([[], ['one WAITING', 'two WAITING']])
  const { messages, count } = await undelivered()
  const [first] = messages
  expect([count, first]).toMatchObject([2, { id, attempts: 1, error: 'Busy.' }])
  expect(first!.nextTryAt!.getTime()).toBeGreaterThan(Date.now() + 5_000)
  expect(await change((tx) => retryConnectionMessages(tx, 'test:one', [id]))).toEqual(['ann'])
  await open().work()
  expect(delivered).toEqual(['one', 'two'])
})

test('a finally rejected message is set aside with its error, and what comes after it goes on', async () => {
  const id = await post('one')
  await post('two')
  await open(async ({ operation: command }) => {
    if (command === 'one') throw new IntegrationError('No.', { fault: 'rejected' })
    delivered.push(command)
  }).work()
  expect([delivered, await states()]).toEqual([['two'], ['one FAILED', 'two DONE']])
  expect(await change((tx) => dropConnectionMessages(tx, 'test:other', [id]))).toEqual([])
  expect(await change((tx) => dropConnectionMessages(tx, 'test:one', [id]))).toEqual(['ann'])
  expect(await change((tx) => retryConnectionMessages(tx, 'test:one', [id]))).toEqual([])
})

test('a result that could not be recorded is found by the next job, which need not wait', async () => {
  await post('one')
  const attempts: number[] = []
  let failures = 1
  const { work } = open(
    async ({ attempt }) => void attempts.push(attempt),
    async () => {
      if (failures-- > 0) throw new Error('deadlock detected')
    },
  )
  await expect(work()).rejects.toThrow('deadlock detected')
  await work()
  expect([attempts, await states()]).toEqual([[1, 2], ['one DONE']])
})

test('messages of a paused connection wait, and are sent when it resumes', async () => {
  expect(await change((tx) => pauseConnectionMessages(tx, 'test:one'))).toBe(true)
  await post('one')
  await open().work()
  await open().sweep()
  expect([delivered, await states()]).toEqual([[], ['one WAITING']])
  expect(await change((tx) => resumeConnectionMessages(tx, 'test:one'))).toBe(true)
  await open().work()
  expect(delivered).toEqual(['one'])
})

test('a message is left for a user after enough attempts', async () => {
  await post('one')
  await sql`update outbox set attempts = 15`.execute(connections.db)
  await open(busy).work()
  expect(await states()).toEqual(['one FAILED'])
})

test('a process killed during a delivery is replaced: nothing is lost, and what may have been sent before is marked', async () => {
  for (const command of ['one', 'two', 'three']) await post(command)
  const arrived: string[] = []
  // The second one is carried out, and its response never arrives.
  const outside = createServer(({ url = '' }, response) => {
    arrived.push(url.slice(1))
    if (url !== '/two') response.end()
  }).listen(0, '127.0.0.1')
  await once(outside, 'listening')
  const target = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
  const program = await buildProgram(new URL('./outbox.program.ts', import.meta.url))
  const killed = spawn(process.execPath, [program, database.url, target])
  await expect.poll(() => arrived).toEqual(['one', 'two'])
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  outside.closeAllConnections()
  outside.close()

  const attempts: string[] = []
  const alive = open(async ({ attempt, operation }) => void attempts.push(`${operation} ${attempt}`))
  await alive.work()
  expect(attempts).toEqual([])
  await sql`update outbox set claimed_until = now() - interval '1 second', next_at = now() - interval '1 minute' where claimed_until is not null`.execute(
    connections.db,
  )
  await alive.sweep()
  const { rows } = await sql`select 1 from graphile_worker.jobs where task_identifier = 'outbox.test'`.execute(
    connections.db,
  )
  expect(rows.length).toBeGreaterThan(0)
  await alive.work()
  expect([attempts, await states()]).toEqual([
    ['two 2', 'three 1'],
    ['one DONE', 'two DONE', 'three DONE'],
  ])
})

test('a process that counted as dead changes nothing when it returns', async () => {
  await post('one')
  let comeBack: (() => void) | undefined
  const slow = open(() => new Promise((done) => (comeBack = done))).work()
  await expect.poll(() => comeBack).toBeDefined()
  await sql`update outbox set claimed_until = now() - interval '1 second'`.execute(connections.db)
  await open(busy).work()
  comeBack?.()
  await slow
  expect(await states()).toEqual(['one WAITING'])
})
