import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDemoAttachments } from '#features/support/attachments/server/index.ts'
import { demoUsers } from '#features/users/demo-users/server/index.ts'
import { testApp } from '#test/app.ts'
import { signInAs } from '#test/users.ts'
import { demoAccounts, seedDemoData } from './demo-data.ts'

const app = await testApp({ demo: true })
beforeAll(async () => {
  await seedDemoData(app.portal.db, app.portal.config)
  await makeDemoAttachments(app.portal)
  // A second run finds existing rows.
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

// Before a test signs in: in production settings that sets up a second factor.
test('users of the demo were created before they signed in, most have a second factor, one account has a provider', async () => {
  const { db } = app.portal
  const { rows } = await sql<Record<string, number>>`
    select count(*)::int as users, count(*) filter (where u.last_login_at < u.created_at)::int as wrong, count(*) filter (where u.created_at > now() - interval '1 day')::int as today,
      count(*) filter (where t.user_id is not null)::int as factors,
      count(*) filter (where p.user_id is not null and (t.user_id is not null or last_login_at is null))::int as "namedWrong",
      count(*) filter (where u.issuer is not null)::int as external, count(distinct split_part(email, '@', 2)) filter (where u.issuer is not null)::int as domains
    from users u left join user_totps t on t.user_id = u.id left join user_passwords p on p.user_id = u.id`.execute(db)
  const { users = 0, factors = 0, external = 0, today = 0, ...rest } = rows[0]!
  expect(rest).toEqual({ wrong: 0, namedWrong: 0, domains: 1 })
  // Users who signed up and wait.
  expect(today).toBeLessThan(5)
  expect(factors / users).toBeGreaterThan(0.6)
  expect(external).toBeGreaterThan(2)
  const absent =
    await sql`select c.key from cases c join users u on u.id = c.reporter_id where u.last_login_at is null or u.last_login_at < c.created_at - interval '120 days'`.execute(
      db,
    )
  expect(absent.rows).toEqual([])
})

test('in the demo each approver has a waiting request, and some were decided', async () => {
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

test('the deletion rule picks the candidates of the demo, and finds others for its next run', async () => {
  const { rows } = await sql<{ picked: number; candidates: number; next: number }>`
    select count(*) filter (where u.state = 'candidateForDeletion' and long)::int as picked,
      count(*) filter (where u.state = 'candidateForDeletion')::int as candidates, count(*) filter (where u.state = 'active' and long)::int as next
    from (select *, last_login_at < coalesce(candidate_since, now()) - make_interval(days => c.days_since_last_login)
        and created_at < coalesce(candidate_since, now()) - make_interval(days => c.days_since_creation) as long
      from users, user_deletion_configuration c) u`.execute(app.portal.db)
  const { picked, candidates, next } = rows[0]!
  expect(picked).toBe(candidates)
  expect(candidates).toBeGreaterThan(2)
  expect(next).toBeGreaterThan(0)
})

test('each account of the demo filed cases all year, more in winter, most in one bad week', async () => {
  const { rows } = await sql<{
    newest: number
    months: number
    winter: number
    summer: number
    week: number
    usual: number
  }>`
    with c as (select *, extract(day from now() - created_at)::int as age, extract(month from created_at)::int as month from cases)
    select count(*) filter (where age < 30)::float8 / count(*) as newest,
      (select min(quarters)::int from (select count(distinct age / 92) as quarters from c where age < 365 group by account_id) a) as months,
      count(*) filter (where month in (12, 1, 2) and age > 60)::int as winter, count(*) filter (where month in (6, 7, 8) and age > 60)::int as summer,
      count(*) filter (where age between 100 and 108)::int as week, (count(*) filter (where age between 150 and 300) / 16)::int as usual
    from c`.execute(app.portal.db)
  const { newest, months, winter, summer, week, usual } = rows[0]!
  expect(newest).toBeLessThan(0.25)
  expect(months).toBe(4)
  expect(winter).toBeGreaterThan(summer)
  expect(week).toBeGreaterThan(2 * usual)
})

test('the waiting requests of the demo can be decided like requests made through the portal', async () => {
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

test('the demo’s manager reads who viewed the account, and files that comments mention exist', async () => {
  const manager = await asManager()
  const checked = await read(manager, '/api/users/impersonations')
  expect(checked._embedded.impersonations.map((one: { active: boolean }) => one.active)).toEqual([false, false, false])
  const rows = await app.portal.db.selectFrom('case_attachments').select('media_type').execute()
  expect(new Set(rows.map((row) => row.media_type))).toEqual(new Set(['text/plain', 'text/markdown', 'image/png']))
  const spoken = await app.portal.db
    .selectFrom('case_comments')
    .select('id')
    .where('body', 'ilike', '%attached%')
    .execute()
  expect(rows).toHaveLength(spoken.length)
})

test('the demo has R&D issues in each state that R&D works in, and outages that are open and over', async () => {
  const admin = await asAdmin()
  const issues = await read(admin, '/api/plugins/jira/issues/rnd/issues')
  expect(issues._embedded.issues.map((one: Record<string, unknown>) => one.status).sort()).toEqual([
    'FIXED',
    'FIXED',
    'IN_PROGRESS',
    'IN_PROGRESS',
    'REPRODUCED',
  ])
  const outages = await read(admin, '/api/plugins/jira/outages?size=100')
  const open = outages._embedded.outages.filter((one: Record<string, unknown>) => one.open)
  expect([open.length > 0, outages._embedded.outages.length > open.length]).toEqual([true, true])
})
