import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../app.ts'
import { makeUsers, signInAs, type Users } from '../users.ts'

let app: TestApp
let users: Users
beforeAll(async () => {
  app = await testApp({ demo: true })
  users = await makeUsers(app.portal)
})
afterAll(() => app.close())

test('commands that query outside their transaction do not wait for each other', async () => {
  const user = await signInAs(app.url, users.user)
  const send = (path: string, json: unknown) => user.call(`/api/users/me/factors/${path}`, { method: 'POST', json })
  const tries = Array.from({ length: 40 }, () =>
    send('password', { currentPassword: 'not this one', newPassword: 'Amber-17-Turbine!' }),
  )
  const other = await signInAs(app.url, users.manager)
  const responses = await Promise.all([...tries, other.call('/api/users/me')])
  // Ten guesses, each counted though its command is rolled back, and no response reports that the database is down.
  const counted = [403, 429, 200].map((wanted) => responses.filter(({ status }) => status === wanted).length)
  expect(counted.reduce((sum, count) => sum + count)).toBe(responses.length)
})

test('a request that waits for the lock on a user reads the roles granted meanwhile', async () => {
  const { db } = app.portal
  const manages = { user_id: users.tacManager.id, role: 'HARMONIC_MANAGER', account_id: null }
  await db.insertInto('role_grants').values(manages).execute()
  const manager = await signInAs(app.url, users.tacManager)
  let response: Promise<Response> | undefined
  await db.transaction().execute(async (tx) => {
    await sql`select 1 from users where id = ${users.user.id} for update`.execute(tx)
    await tx.insertInto('role_grants').values({ user_id: users.user.id, role: 'ADMIN', account_id: null }).execute()
    const path = `/api/users/${users.user.id}/state`
    response = manager.call(path, { method: 'POST', json: { action: 'suspend' } })
    await expect.poll(async () => await waiting()).toBe(true)
  })
  expect(await (await response!).json()).toMatchObject({ code: 'insufficient-privilege' })

  async function waiting(): Promise<boolean> {
    const { rows } = await sql<{ some: boolean }>`
      select exists (select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as some`.execute(
      db,
    )
    return rows[0]!.some
  }
})
