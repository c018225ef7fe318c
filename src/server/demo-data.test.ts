import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDemoAttachments } from '#features/support/attachments/server/index.ts'
import { demoUsers } from '#features/users/users/server/index.ts'
import { testApp } from '#test/app.ts'
import { signInAs } from '#test/users.ts'
import { demoAccounts, seedDemoData } from './demo-data.ts'

const app = await testApp({ demo: true })
beforeAll(async () => {
  await seedDemoData(app.portal.db)
  await makeDemoAttachments(app.portal)
  // A second run finds them there.
  await makeDemoAttachments(app.portal)
})
afterAll(() => app.close())

const asAdmin = () => signInAs(app.url, demoUsers.admin)
const asManager = () => signInAs(app.url, { email: `${demoUsers.manager.email}@${demoAccounts.customer}.example` })

async function read(user: Awaited<ReturnType<typeof asAdmin>>, path: string) {
  const response = await user.call(path)
  expect([path, response.status]).toEqual([path, 200])
  return response.json()
}

test('in the demo something waits for each who decides, and something was decided', async () => {
  const admin = await asAdmin()
  const requests = await read(admin, '/api/accounts/requests')
  const seen = requests._embedded.requests.map((one: Record<string, unknown>) => [
    one.requestStatus,
    one.provisioningStatus,
  ])
  expect(seen).toEqual([
    ['NEW', null],
    ['NEW', null],
    ['REJECTED', null],
    ['APPROVED', 'DONE'],
  ])
  const joins = await read(await asManager(), '/api/accounts/join/requests')
  expect(joins._embedded.requests.map((one: Record<string, unknown>) => one.requestStatus).sort()).toEqual([
    'NEW',
    'NEW',
    'REJECTED',
  ])
  expect((await read(admin, '/api/user/blacklist')).blacklistedDomains).toContain('mailinator.com')
})

test('what waits in the demo can be decided as if somebody had asked through the portal', async () => {
  const admin = await asAdmin()
  const { _embedded } = await read(admin, '/api/accounts/requests')
  for (const { id } of _embedded.requests.filter((one: { requestStatus: string }) => one.requestStatus === 'NEW')) {
    const decided = await admin.call(`/api/accounts/requests/${id}/status?requestStatus=APPROVED`, { method: 'POST' })
    expect(decided.status).toBe(200)
    await expect.poll(async () => (await read(admin, `/api/accounts/requests/${id}`)).provisioningStatus).toBe('DONE')
  }
  const manager = await asManager()
  const joins = await read(manager, '/api/accounts/join/requests?requestStatus=NEW')
  const [{ id }] = joins._embedded.requests
  const joined = await manager.call(`/api/accounts/join/requests/${id}/approve`, { method: 'POST' })
  expect([joined.status, (await joined.json()).requestStatus]).toEqual([200, 'APPROVED'])
})

test('the demo’s manager reads who looked into the account, and files that comments speak of are there', async () => {
  const manager = await asManager()
  const looked = await read(manager, '/api/users/impersonations')
  expect(looked._embedded.impersonations.map((one: { active: boolean }) => one.active)).toEqual([false, false, false])
  const rows = await app.portal.db.selectFrom('case_attachments').select('media_type').execute()
  expect(new Set(rows.map((row) => row.media_type))).toEqual(new Set(['text/plain', 'text/markdown', 'image/png']))
  const spoken = await app.portal.db
    .selectFrom('case_comments')
    .select('id')
    .where('body', 'ilike', '%attached%')
    .execute()
  expect(rows).toHaveLength(spoken.length)
})
