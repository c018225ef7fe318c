import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineEvent } from '#kit/contract/event.ts'
import { testDatabase } from '#test/database.ts'
import { type Connections, openDatabase, type Tx } from '../database.ts'
import { writeInBatch } from './batch-writes.ts'
import { ForgedCheckpoint, readCheckpoints, resignCheckpoints, writeCheckpoint } from './checkpoints.ts'
import { noUser, recordEvent } from './event.ts'
import { EventDispatcher } from './event-dispatcher.ts'
import type { EventHandler } from './event-handler.ts'
import { verifyChain } from './verify-chain.ts'

const happened = defineEvent('thing.happened', {
  audience: 'account',
  text: 'saw {subject} happen',
  data: { n: z.optional(z.int()) },
})
const keys = { secretKey: 'a secret of at least 32 characters' }
let database: Awaited<ReturnType<typeof testDatabase>>
let connections: Connections
const pumps: EventDispatcher[] = []

beforeAll(async () => {
  database = await testDatabase()
  connections = openDatabase(database.url)
  await sql`create table effects (event bigint, handler text)`.execute(connections.db)
})
afterEach(async () => {
  for (const dispatcher of pumps.splice(0)) await dispatcher.close()
})
afterAll(async () => {
  await connections.close()
  await database.drop()
})

async function startDispatcher(
  handlers: readonly EventHandler[] = [],
  retries: unknown[] = [],
): Promise<EventDispatcher> {
  const { db } = connections
  const retryLater = async (_tx: unknown, retry: unknown) => void retries.push(retry)
  const dispatcher = new EventDispatcher({
    url: database.url,
    processId: randomUUID(),
    db,
    log: pino({ level: 'silent' }),
    eventHandlers: handlers,
    retryLater,
  })
  pumps.push(dispatcher)
  await dispatcher.start()
  return dispatcher
}

function record(subject: number): Promise<number> {
  return connections.db
    .transaction()
    .execute((tx) => recordEvent(tx, happened, { userName: 'Ädä "quoted"\n' }, { subject, data: { n: subject } }))
}

async function encrypted(): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from events where seq is null`.execute(
      connections.db,
    )
    if (rows[0]!.n === 0) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function effectsOf(handler: string): Promise<number[]> {
  const { rows } = await sql<{
    event: number
  }>`select event from effects where handler = ${handler} order by event`.execute(connections.db)
  return rows.map(({ event }) => event)
}

function effect(name: string): EventHandler {
  return {
    events: [happened.name],
    name,
    run: async (event, tx) => void (await sql`insert into effects values (${event.id}, ${name})`.execute(tx)),
  }
}

test('events of many writers are appended to one chain and each has its effect once', async () => {
  await startDispatcher([effect('once')])
  const ids = await Promise.all(Array.from({ length: 300 }, (_, n) => record(n)))
  await encrypted()
  expect(await effectsOf('once')).toEqual(ids.sort((a, b) => a - b))
  expect(await verifyChain(connections.db, [])).toMatchObject({ waiting: 0, checked: expect.any(Number) })
  expect((await verifyChain(connections.db, [])).broken).toBeUndefined()
})

test('of two event dispatchers one leads, and the other takes over without losing or doubling', async () => {
  const first = await startDispatcher([effect('takeover')])
  await startDispatcher([effect('takeover')])
  const before = await Promise.all([record(1), record(2)])
  await encrypted()
  await first.close()
  const after = await Promise.all([record(3), record(4)])
  await encrypted()
  expect(await effectsOf('takeover')).toEqual([...before, ...after].sort((a, b) => a - b))
})

test('an event handler that fails is rolled back alone and a retry is requested', async () => {
  const retries: unknown[] = []
  const failing: EventHandler = {
    events: [happened.name],
    name: 'fails',
    async run(event, tx) {
      await sql`insert into effects values (${event.id}, 'fails')`.execute(tx)
      throw new Error('the handler failed')
    },
  }
  await startDispatcher([failing, effect('beside')], retries)
  const id = await record(7)
  await encrypted()
  expect(await effectsOf('fails')).toEqual([])
  expect(await effectsOf('beside')).toEqual([id])
  expect(retries).toEqual([{ eventId: id, handler: 'fails' }])
})

test('an event handler that fails before it used the database, or that goes on after a failed query, takes nothing from its neighbours', async () => {
  const retries: unknown[] = []
  const failing: EventHandler = {
    events: [happened.name],
    name: 'fails-at-once',
    async run() {
      throw new Error('the handler failed')
    },
  }
  const goingOn: EventHandler = {
    events: [happened.name],
    name: 'goes-on',
    async run(event, tx) {
      await sql`insert into effects values (${event.id}, 'goes-on')`.execute(tx)
      await sql`select 1 / 0`.execute(tx).catch(() => undefined)
    },
  }
  const idle: EventHandler = { events: [happened.name], name: 'idle', run: async () => undefined }
  const onlyFailing: EventHandler = {
    events: [happened.name],
    name: 'goes-on-first',
    run: async (_event, tx) => void (await sql`select 1 / 0`.execute(tx).catch(() => undefined)),
  }
  await startDispatcher(
    [effect('first'), failing, idle, effect('second'), goingOn, effect('third'), onlyFailing, effect('fourth')],
    retries,
  )
  const ids = [await record(10), await record(11)]
  await encrypted()
  for (const name of ['first', 'second', 'third', 'fourth']) expect([name, await effectsOf(name)]).toEqual([name, ids])
  expect(await effectsOf('goes-on')).toEqual([])
  expect(retries).toEqual(
    ids.flatMap((eventId) => ['fails-at-once', 'goes-on', 'goes-on-first'].map((handler) => ({ eventId, handler }))),
  )
})

test('what handlers of a batch write together is stored at once, without that of a handler that failed', async () => {
  const written: number[][] = []
  const store = async (tx: Tx, ids: readonly number[]) => {
    written.push([...ids])
    for (const id of ids) await sql`insert into effects values (${id}, 'together')`.execute(tx)
  }
  const writer = (name: string, fails: boolean): EventHandler => ({
    events: [happened.name],
    name,
    async run(event, tx) {
      await writeInBatch(tx, store, [event.id])
      if (fails) throw new Error('the handler failed')
    },
  })
  const first = await startDispatcher([writer('one', false), writer('two', false)])
  const together = await record(20)
  await encrypted()
  expect(written.splice(0)).toEqual([[together, together]])
  await first.close()
  await startDispatcher([writer('one', false), writer('two', true), writer('three', false)])
  const apart = await record(21)
  await encrypted()
  expect(written).toEqual([[apart], [apart]])
  expect(await effectsOf('together')).toEqual([together, together, apart, apart])
})

test('a rolled-back transaction leaves no event', async () => {
  await startDispatcher([effect('rolled-back')])
  await connections.db
    .transaction()
    .execute(async (tx) => {
      await recordEvent(tx, happened, noUser, { subject: 'never' })
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await record(9)
  await encrypted()
  const { rows } = await sql`select 1 from events where subject_id = 'never'`.execute(connections.db)
  expect(rows).toEqual([])
})

test('events cannot be changed, deleted or truncated', async () => {
  await expect(sql`update events set actor_name = 'x'`.execute(connections.db)).rejects.toThrow('append-only')
  await expect(sql`delete from events`.execute(connections.db)).rejects.toThrow('append-only')
  await expect(sql`truncate events`.execute(connections.db)).rejects.toThrow('append-only')
})

test('tampering below the triggers is detected, and the first broken link is named', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'headend-marks-')), 'marks.jsonl')
  const mark = await writeCheckpoint(connections.db, file, keys)
  const marks = await readCheckpoints(file, keys)
  expect(marks).toEqual([mark])
  const other = {
    at: sql`at + interval '1 second'`,
    name: 'case.edited',
    audience: sql`case audience when 'vendor' then 'account' else 'vendor' end`,
    subject: 'other',
    subject_id: 'other',
    account_id: 4711,
    actor_id: 4711,
    actor_name: 'somebody else',
    impersonator_id: 4711,
    impersonator_name: 'somebody else',
    data: sql`data || '{"changed": true}'`,
    request_id: 'other',
    address: 'other',
  }
  for (const [column, value] of Object.entries(other))
    await tampering(
      (db) => sql`update events set ${sql.ref(column)} = ${value} where seq = 5`.execute(db),
      async () =>
        expect([column, (await verifyChain(connections.db, marks)).broken]).toMatchObject([
          column,
          { seq: 5, why: expect.stringContaining('was changed') },
        ]),
    )
  await tampering(
    (db) => sql`delete from events where seq = 6`.execute(db),
    async () =>
      expect((await verifyChain(connections.db, marks)).broken).toMatchObject({
        seq: 6,
        why: expect.stringContaining('missing'),
      }),
  )
})

test('a cut tail, a rewritten chain and a forged checkpoint are detected', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'headend-marks-')), 'marks.jsonl')
  const mark = await writeCheckpoint(connections.db, file, keys)
  expect((await verifyChain(connections.db, [{ ...mark, hash: '00'.repeat(32) }])).broken).toMatchObject({
    seq: mark.seq,
  })
  expect((await verifyChain(connections.db, [{ ...mark, seq: mark.seq + 3 }])).broken?.why).toContain('checkpoint')
  await writeFile(file, (await readFile(file, 'utf8')).replace(`"seq":${mark.seq}`, `"seq":${mark.seq - 1}`))
  await expect(readCheckpoints(file, keys)).rejects.toThrow(ForgedCheckpoint)
})

test('checkpoints of the previous key are valid beside the current one, and without it once they are signed again', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'headend-marks-')), 'marks.jsonl')
  const marks = [await writeCheckpoint(connections.db, file, keys)]
  const next = { secretKey: 'the secret of the year after that' }
  const both = { ...next, secretKeyBefore: keys.secretKey }
  marks.push(await writeCheckpoint(connections.db, file, both))
  expect(await readCheckpoints(file, both)).toEqual(marks)
  await expect(readCheckpoints(file, next)).rejects.toThrow(ForgedCheckpoint)
  await expect(resignCheckpoints(file, next)).rejects.toThrow(ForgedCheckpoint)
  expect(await resignCheckpoints(file, both)).toBe(2)
  expect(await readCheckpoints(file, next)).toEqual(marks)
})

async function tampering(
  change: (db: Connections['db']) => Promise<unknown>,
  check: () => Promise<void>,
): Promise<void> {
  const { db } = connections
  await sql`create table kept as select * from events`.execute(db)
  await sql`alter table events disable trigger all`.execute(db)
  await change(db)
  await check()
  await sql`delete from events`.execute(db)
  await sql`insert into events overriding system value select * from kept`.execute(db)
  await sql`alter table events enable trigger all`.execute(db)
  await sql`drop table kept`.execute(db)
}
