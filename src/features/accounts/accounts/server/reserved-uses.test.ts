import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#kit/server/database.ts'
import { type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'
import { MAX_API_CALLS } from '../contract.ts'
import { countDailyUses } from './reserved-uses.ts'

let office: UserManagementApp
beforeAll(async () => {
  office = await userManagementApp()
})
afterAll(() => office.close())

const fail = (failure: unknown) => {
  throw failure
}
async function limitTo(limit: number): Promise<void> {
  const { pool } = office.portal
  await pool.query('delete from facet_uses')
  await pool.query('delete from facet_overrides')
  await pool.query(
    `insert into facet_overrides (account_id, facet_id, number_value)
     select $1, id, $2 from facets where name = $3`,
    [office.acme.id, limit, MAX_API_CALLS],
  )
}
async function counted(): Promise<number> {
  const { rows } = await office.portal.pool.query('select sum(used)::int as used from facet_uses')
  return rows[0].used
}
/** The database, and how many statements went through it. */
function counting(db: Database): { db: Database; statements: () => number } {
  let statements = 0
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: db.withPlugin(plugin), statements: () => statements }
}

test.each([1, 90, 1000, 3000])('of 2,000 uses by two processes at most %i are counted, each once', async (limit) => {
  await limitTo(limit)
  const processes = [0, 1].map(() => countDailyUses(office.portal.db, MAX_API_CALLS, fail))
  const uses = await Promise.all(Array.from({ length: 2000 }, (_, index) => processes[index % 2]!.take(office.acme.id)))
  for (const process of processes) await process.close()
  const taken = uses.filter((reached) => reached === undefined).length
  expect(await counted()).toBe(taken)
  expect(taken).toBe(Math.min(limit, 2000))
})

test('uses that follow each other closely share statements; those left over are returned', async () => {
  await limitTo(1_000_000)
  const { db, statements } = counting(office.portal.db)
  const uses = countDailyUses(db, MAX_API_CALLS, fail)
  for (let use = 0; use < 1000; use += 1) expect(await uses.take(office.acme.id)).toBeUndefined()
  expect(statements()).toBeLessThan(1000)
  await uses.close()
  expect(await counted()).toBe(1000)
})

test('a lower limit holds once the reserved uses have ended', async () => {
  await limitTo(1_000_000)
  const uses = countDailyUses(office.portal.db, MAX_API_CALLS, fail)
  for (let use = 0; use < 3; use += 1) await uses.take(office.acme.id)
  await office.portal.pool.query('update facet_overrides set number_value = 2')
  await expect.poll(() => uses.take(office.acme.id), { timeout: 60_000 }).toMatchObject({ limit: 2 })
  await uses.close()
})
