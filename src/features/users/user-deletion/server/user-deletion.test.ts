import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '#features/users/demo-users/server/index.ts'
import { hashPassword } from '#features/users/passwords/server/index.ts'
import { addJob, defineJob } from '#kit/server/job.ts'
import { type TestUser, userWith } from '#test/factories.ts'
import { notifiedOf } from '#test/notified.ts'
import { signIn } from '#test/sign-in.ts'
import { type Member, type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'
import { ownershipTransferred } from '../contract.ts'

let office: UserManagementApp
beforeAll(async () => {
  office = await userManagementApp({ demo: true })
})
afterAll(() => office.close())

const rule = { daysSinceLastLogin: 100, daysSinceCreation: 50, autoApprove: false, daysAfterCandidate: 10 }
const asQuery = Object.entries(rule)
  .map(([name, value]) => `${name}=${value}`)
  .join('&')
const configure = (as: Member, body: object, headers?: Record<string, string>) =>
  office.call(as, 'PUT', '/users/deletion/configuration', body, headers)
const stateOf = async ({ id }: TestUser) =>
  (await office.portal.db.selectFrom('users').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const set = ({ id }: TestUser, values: object) =>
  office.portal.db.updateTable('users').set(values).where('id', '=', id).execute()
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const stale = async () => {
  const user = await userWith(office, 'USER', office.acme)
  await set(user, { created_at: daysAgo(200), last_login_at: daysAgo(150) })
  return user
}

/** Runs the nightly job to its end, also when queued several times. */
async function night(): Promise<void> {
  const { db } = office.portal
  await addJob(db, defineJob('users.deletion'), {})
  await expect
    .poll(
      async () =>
        (await sql`select 1 from graphile_worker.jobs where task_identifier = 'users.deletion'`.execute(db)).rows
          .length,
    )
    .toBe(0)
}
const mailsTo = async ({ email }: TestUser) => {
  const rows = await office.portal.db
    .selectFrom('mail_outbox')
    .select('subject')
    .where('recipient', '=', email)
    .execute()
  return rows.map(({ subject }) => subject)
}

describe('the configuration', () => {
  test('is read and set by administrators and managers, and previews who is affected', async () => {
    const user = await stale()
    const { body } = await office.call('manager', 'GET', `/users/deletion/preview?${asQuery}`)
    expect(body).toMatchObject({ marked: 1, approved: 0, erased: 0, users: [{ username: user.email }] })
    expect((await configure('csm', rule)).status).toBe(403)
    const etag = (await office.call('manager', 'GET', '/users/deletion/configuration')).headers.get('etag')!
    expect((await configure('manager', rule, { 'if-match': etag })).body).toMatchObject(rule)
    expect((await configure('manager', rule, { 'if-match': etag })).status).toBe(412)
    for (const wrong of [
      { daysSinceLastLogin: 0 },
      { daysSinceCreation: 1.5 },
      { autoApprove: 'yes' },
      { daysAfterCandidate: 99999 },
    ])
      expect((await configure('admin', { ...rule, ...wrong })).status).toBe(400)
  })

  test('affects exactly the previewed users in the nightly run', async () => {
    const users = [await stale(), await stale(), await userWith(office, 'USER', office.blue)]
    const admin = await userWith(office, 'ADMIN')
    await set(admin, { created_at: daysAgo(900), last_login_at: daysAgo(900) })
    const preview = (await office.call('admin', 'GET', `/users/deletion/preview?${asQuery}`)).body
    const before = await office.portal.db
      .selectFrom('users')
      .select('email')
      .where('state', '=', 'candidateForDeletion')
      .execute()
    await configure('admin', rule)
    await night()
    const now = await office.portal.db
      .selectFrom('users')
      .select('email')
      .where('state', '=', 'candidateForDeletion')
      .execute()
    const hit = now.map(({ email }) => email).filter((email) => !before.some((one) => one.email === email))
    const named = (preview.users as unknown as { username: string }[]).map(({ username }) => username)
    expect(hit.sort()).toEqual(named.sort())
    expect([await stateOf(users[2]!), await stateOf(admin)]).toEqual(['active', 'active'])
    expect(await mailsTo(users[0]!)).toEqual(['Do you still need your access to Headend?'])
  })
})

describe('a candidate', () => {
  test('who signs in is kept', async () => {
    const user = await stale()
    const { db } = office.portal
    await db
      .insertInto('user_passwords')
      .values({ user_id: user.id, hash: await hashPassword(demoPassword) })
      .execute()
    await configure('admin', rule)
    await night()
    expect(await stateOf(user)).toBe('candidateForDeletion')
    await signIn(office.url, user.email, demoPassword)
    expect(await stateOf(user)).toBe('active')
    await night()
    expect(await stateOf(user)).toBe('active')
  })

  test('is approved alone or with others, when all are candidates', async () => {
    const [one, two, three] = [await stale(), await stale(), await stale()]
    await configure('admin', rule)
    await night()
    await office.call('manager', 'POST', `/users/${three!.id}/state`, { action: 'keep' })
    const ids = (users: TestUser[]) => ({ ids: users.map(({ id }) => String(id)) })
    const rejected = await office.call('manager', 'DELETE', '/users/deletion/approve', ids([one!, two!, three!]))
    expect([rejected.status, rejected.body.code]).toEqual([409, 'not-all-candidates'])
    expect(await stateOf(one!)).toBe('candidateForDeletion')
    expect((await office.call('manager', 'POST', `/users/deletion/${one!.id}/approve`)).body.userState).toBe(
      'approvedForDeletion',
    )
    expect((await office.call('manager', 'POST', `/users/deletion/${one!.id}/approve`)).status).toBe(409)
    expect((await office.call('manager', 'DELETE', '/users/deletion/approve', ids([two!]))).status).toBe(204)
    expect(await mailsTo(two!)).toContain('Your access to Headend will be deleted')
    expect((await office.call('csm', 'POST', `/users/deletion/${three!.id}/approve`)).status).toBe(403)
  })

  test('is notified to those who approve, one notification for a night, until none is left', async () => {
    const { db, pool } = office.portal
    const approvers = () => notifiedOf(pool, 'user-deletion.waits')
    const candidates = async () =>
      (await db.selectFrom('users').select('id').where('state', '=', 'candidateForDeletion').execute()).map(({ id }) =>
        String(id),
      )
    const { rows } = await pool.query<{ email: string }>(
      `select distinct u.email from users u join role_grants g on g.user_id = u.id where g.role in ('ADMIN', 'HARMONIC_MANAGER') order by 1`,
    )
    await configure('admin', rule)
    await stale()
    await night()
    const [one] = await candidates()
    expect(await approvers()).toEqual(rows.map(({ email }) => email))
    await stale()
    await night()
    expect(await approvers()).toHaveLength(rows.length)
    expect((await office.call('manager', 'POST', `/users/deletion/${one}/approve`)).status).toBe(200)
    expect(
      (await office.call('manager', 'DELETE', '/users/deletion/approve', { ids: await candidates() })).status,
    ).toBe(204)
    await expect.poll(approvers).toEqual([])
  })

  test('is approved automatically after the days, where that is enabled', async () => {
    const user = await stale()
    await configure('admin', { ...rule, autoApprove: true })
    await night()
    await set(user, { candidate_since: daysAgo(11) })
    await configure('admin', rule)
    await night()
    expect(await stateOf(user)).toBe('candidateForDeletion')
    await configure('admin', { ...rule, autoApprove: true })
    await night()
    expect(await stateOf(user)).toBe('approvedForDeletion')
    await configure('admin', rule)
  })

  test('who has become an administrator since is not approved automatically', async () => {
    const [user, other] = [await stale(), await stale()]
    await configure('admin', rule)
    await night()
    for (const one of [user, other]) await set(one, { candidate_since: daysAgo(11) })
    await office.portal.db.insertInto('role_grants').values({ user_id: user.id, role: 'ADMIN' }).execute()
    await configure('admin', { ...rule, autoApprove: true })
    await night()
    expect([await stateOf(user), await stateOf(other)]).toEqual(['candidateForDeletion', 'approvedForDeletion'])
    await configure('admin', rule)
  })
})

describe('deleting', () => {
  test('locks out at once and erases in the nightly run: the name is gone, what they wrote stays', async () => {
    const user = await userWith(office, 'USER', office.acme)
    await set(user, { full_name: 'Gisela Gone' })
    const filed = await office.call(user, 'POST', '/plugins/jira/issues?account=acme', {
      subject: 'Written by one who leaves',
      description: 'It stays.',
      priority: 'LOW',
    })
    expect((await office.call('manager', 'DELETE', `/users/${user.id}`)).status).toBe(204)
    await expect.poll(async () => (await office.call(user, 'GET', '/users/me')).status).toBe(401)
    expect((await office.call('manager', 'GET', `/users/${user.id}`)).body.userState).toBe('approvedForDeletion')
    await night()
    expect((await office.call('manager', 'GET', `/users/${user.id}`)).status).toBe(404)
    const page = await office.call('acmeManager', 'GET', `/plugins/jira/issues/${filed.body.key}`)
    expect(page.text).toContain('It stays.')
    expect(page.text).toContain('Former user')
    expect(page.text).not.toContain('Gisela')
    const { rows } = await sql<{
      row: string
    }>`select to_jsonb(u)::text as row from users u where id = ${user.id}`.execute(office.portal.db)
    expect(rows[0]!.row).not.toMatch(/Gisela|people\.example/)
    await night()
    const erased = await office.portal.db
      .selectFrom('events')
      .select('id')
      .where('name', '=', 'user.erased')
      .where('subject_id', '=', String(user.id))
      .execute()
    expect(erased).toHaveLength(1)
  })

  test('can be undone until the nightly run, and is rejected for oneself, the last administrator, and invisible users', async () => {
    const user = await userWith(office, 'USER', office.acme)
    const etag = (await office.call('manager', 'GET', `/users/${user.id}`)).headers.get('etag')!
    await office.call('manager', 'PATCH', `/users/${user.id}`, { jobTitle: 'x' })
    expect((await office.call('manager', 'DELETE', `/users/${user.id}`, undefined, { 'if-match': etag })).status).toBe(
      412,
    )
    const ids = [String(user.id), String(office.users.manager.id)]
    expect((await office.call('manager', 'DELETE', '/users', { ids })).body.code).toBe('cannot-target-self')
    expect(await stateOf(user)).toBe('active')
    expect((await office.call('manager', 'DELETE', '/users', { ids: [String(user.id)] })).status).toBe(204)
    await office.call('manager', 'POST', `/users/${user.id}/state`, { action: 'keep' })
    await night()
    expect(await stateOf(user)).toBe('deprovisioned')
    expect((await office.call('manager', 'DELETE', `/users/${office.users.admin.id}`)).body.code).toBe(
      'insufficient-privilege',
    )
    expect((await office.call('acmeManager', 'DELETE', `/users/${user.id}`)).status).toBe(403)
    expect((await office.call('admin', 'DELETE', '/users/999999999')).status).toBe(404)
  })
})

test('the owned items list what is left behind, and a transfer leaves none of it', async () => {
  const leaver = await userWith(office, 'HARMONIC_CSM')
  const successor = await userWith(office, 'HARMONIC_CSM')
  const { db } = office.portal
  await db.updateTable('accounts').set({ csm_id: leaver.id }).where('name', '=', 'blue').execute()
  const filed = await office.call('acmeUser', 'POST', '/plugins/jira/issues?account=acme', {
    subject: 'Needs somebody',
    description: 'x',
    priority: 'LOW',
  })
  await db.updateTable('cases').set({ assignee_id: leaver.id }).where('key', '=', String(filed.body.key)).execute()
  const ownedItems = async () => (await office.call('manager', 'GET', `/users/${leaver.id}/owned-items`)).body
  expect(await ownedItems()).toMatchObject({
    assigned: [{ subject: 'Needs somebody', account: 'acme' }],
    managedAccounts: [{ name: 'blue' }],
    tokens: [{ name: 'test' }],
  })
  const give = (to: TestUser) =>
    office.call('manager', 'POST', `/users/${leaver.id}/owned-items/transfer`, { to: String(to.id) })
  expect((await give(office.users.acmeUser)).body.code).toBe('invalid-successor')
  expect((await give(leaver)).status).toBe(409)
  expect((await give(successor)).body).toEqual({ cases: 1, watches: 1, accounts: 1, machineAccess: 0 })
  const events = db.selectFrom('events').select('data').where('name', '=', ownershipTransferred.name)
  expect(await events.where('subject_id', '=', String(leaver.id)).execute()).toEqual([
    { data: { to: successor.id, cases: 1, watches: 1, accounts: 1, machineAccess: 0 } },
  ])
  expect(await ownedItems()).toMatchObject({ assigned: [], managedAccounts: [] })
  expect((await office.call('csm', 'GET', `/users/${leaver.id}/owned-items`)).status).toBe(403)
})
