import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { type Connections, isDatabaseDown, openDatabase, sqlState, timeLimits } from './database.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let connections: Connections

beforeAll(async () => {
  database = await testDatabase()
  connections = openDatabase(database.url)
})
afterAll(async () => {
  await connections.close()
  await database.drop()
})

test('a statement ends after 15 s, waiting for a lock and an idle transaction after 10 s', async () => {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name = any(${Object.keys(timeLimits)})`.execute(connections.db)
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, Number(setting)]))).toEqual({
    statement_timeout: 15_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
  })
})

test('a lock that is held too long fails the statement that waits for it, as temporarily unavailable', async () => {
  const { db } = connections
  await sql`create table locked (n int); insert into locked values (1)`.execute(db)
  const failure = await db.transaction().execute(async (holder) => {
    await sql`select n from locked for update`.execute(holder)
    return db
      .transaction()
      .execute(async (tx) => {
        await sql`set local lock_timeout = '50ms'`.execute(tx)
        await sql`update locked set n = 2`.execute(tx)
      })
      .catch((error: unknown) => error)
  })
  expect([sqlState(failure), isDatabaseDown(failure)]).toEqual(['55P03', true])
})
