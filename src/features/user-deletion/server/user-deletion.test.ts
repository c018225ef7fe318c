import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword, hashPassword } from '#features/users/server/index.ts'
import { addJob } from '#kit/server/jobs.ts'
import { type Person, personWith } from '#test/made.ts'
import { type Member, type Office, openOffice } from '#test/office.ts'
import { signIn } from '#test/sign-in.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice({ demo: true })
})
afterAll(() => office.close())

const rule = { daysSinceLastLogin: 100, daysSinceCreation: 50, autoApprove: false, daysAfterCandidate: 10 }
const asQuery = Object.entries(rule)
  .map(([name, value]) => `${name}=${value}`)
  .join('&')
const configure = (as: Member, body: object, headers?: Record<string, string>) =>
  office.call(as, 'PUT', '/users/deletion/configuration', body, headers)
const stateOf = async ({ id }: Person) =>
  (await office.portal.db.selectFrom('users').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const set = ({ id }: Person, values: object) =>
  office.portal.db.updateTable('users').set(values).where('id', '=', id).execute()
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const stale = async () => {
  const person = await personWith(office, 'USER', office.acme)
  await set(person, { created_at: daysAgo(200), last_login_at: daysAgo(150) })
  return person
}

/** Runs the nightly job to its end, as many times as it is asked for in one go. */
async function night(): Promise<void> {
  const { db } = office.portal
  await addJob(db, 'users.deletion', {})
  await expect
    .poll(
      async () =>
        (await sql`select 1 from graphile_worker.jobs where task_identifier = 'users.deletion'`.execute(db)).rows
          .length,
    )
    .toBe(0)
}
const mailsTo = async ({ email }: Person) => {
  const rows = await office.portal.db
    .selectFrom('mail_outbox')
    .select('subject')
    .where('recipient', '=', email)
    .execute()
  return rows.map(({ subject }) => subject)
}

describe('the configuration', () => {
  test('is read and set by administrators and managers, and says before whom it would hit', async () => {
    const person = await stale()
    const { body } = await office.call('manager', 'GET', `/users/deletion/preview?${asQuery}`)
    expect(body).toMatchObject({ marked: 1, approved: 0, erased: 0, people: [{ username: person.email }] })
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

  test('hits in the night exactly whom the preview named', async () => {
    const people = [await stale(), await stale(), await personWith(office, 'USER', office.blue)]
    const admin = await personWith(office, 'ADMIN')
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
    const named = (preview.people as unknown as { username: string }[]).map(({ username }) => username)
    expect(hit.sort()).toEqual(named.sort())
    expect([await stateOf(people[2]!), await stateOf(admin)]).toEqual(['active', 'active'])
    expect(await mailsTo(people[0]!)).toEqual(['Do you still need your access to Headend?'])
  })
})

describe('a candidate', () => {
  test('who signs in is kept', async () => {
    const person = await stale()
    const { db } = office.portal
    await db
      .insertInto('user_passwords')
      .values({ user_id: person.id, hash: await hashPassword(demoPassword) })
      .execute()
    await configure('admin', rule)
    await night()
    expect(await stateOf(person)).toBe('candidateForDeletion')
    await signIn(office.url, person.email, demoPassword)
    expect(await stateOf(person)).toBe('active')
    await night()
    expect(await stateOf(person)).toBe('active')
  })

  test('is approved alone or with others, when all are candidates', async () => {
    const [one, two, three] = [await stale(), await stale(), await stale()]
    await configure('admin', rule)
    await night()
    await office.call('manager', 'POST', `/users/${three!.id}/state`, { action: 'keep' })
    const ids = (people: Person[]) => ({ ids: people.map(({ id }) => String(id)) })
    const refused = await office.call('manager', 'DELETE', '/users/deletion/approve', ids([one!, two!, three!]))
    expect([refused.status, refused.body.code]).toEqual([409, 'not-all-candidates'])
    expect(await stateOf(one!)).toBe('candidateForDeletion')
    expect((await office.call('manager', 'POST', `/users/deletion/${one!.id}/approve`)).body.userState).toBe(
      'approvedForDeletion',
    )
    expect((await office.call('manager', 'POST', `/users/deletion/${one!.id}/approve`)).status).toBe(409)
    expect((await office.call('manager', 'DELETE', '/users/deletion/approve', ids([two!]))).status).toBe(204)
    expect(await mailsTo(two!)).toContain('Your access to Headend is about to be deleted')
    expect((await office.call('csm', 'POST', `/users/deletion/${three!.id}/approve`)).status).toBe(403)
  })

  test('is approved by itself after the days, where that is switched on', async () => {
    const person = await stale()
    await configure('admin', { ...rule, autoApprove: true })
    await night()
    await set(person, { candidate_since: daysAgo(11) })
    await configure('admin', rule)
    await night()
    expect(await stateOf(person)).toBe('candidateForDeletion')
    await configure('admin', { ...rule, autoApprove: true })
    await night()
    expect(await stateOf(person)).toBe('approvedForDeletion')
    await configure('admin', rule)
  })

  test('is not approved by itself who has become an administrator since', async () => {
    const [person, other] = [await stale(), await stale()]
    await configure('admin', rule)
    await night()
    for (const one of [person, other]) await set(one, { candidate_since: daysAgo(11) })
    await office.portal.db.insertInto('role_grants').values({ user_id: person.id, role: 'ADMIN' }).execute()
    await configure('admin', { ...rule, autoApprove: true })
    await night()
    expect([await stateOf(person), await stateOf(other)]).toEqual(['candidateForDeletion', 'approvedForDeletion'])
    await configure('admin', rule)
  })
})

describe('deleting', () => {
  test('locks out at once and erases in the next night: the name is gone, what they wrote stays', async () => {
    const person = await personWith(office, 'USER', office.acme)
    await set(person, { full_name: 'Gisela Gone' })
    const filed = await office.call(person, 'POST', '/plugins/jira/issues?account=acme', {
      subject: 'Written by one who leaves',
      description: 'It stays.',
      priority: 'LOW',
    })
    expect((await office.call('manager', 'DELETE', `/users/${person.id}`)).status).toBe(204)
    await expect.poll(async () => (await office.call(person, 'GET', '/users/me')).status).toBe(401)
    expect((await office.call('manager', 'GET', `/users/${person.id}`)).body.userState).toBe('approvedForDeletion')
    await night()
    expect((await office.call('manager', 'GET', `/users/${person.id}`)).status).toBe(404)
    const page = await office.call('acmeManager', 'GET', `/plugins/jira/issues/${filed.body.key}`)
    expect(page.text).toContain('It stays.')
    expect(page.text).toContain('Former user')
    expect(page.text).not.toContain('Gisela')
    const { rows } = await sql<{
      row: string
    }>`select to_jsonb(u)::text as row from users u where id = ${person.id}`.execute(office.portal.db)
    expect(rows[0]!.row).not.toMatch(/Gisela|people\.example/)
    await night()
    const erased = await office.portal.db
      .selectFrom('events')
      .select('id')
      .where('name', '=', 'user.erased')
      .where('subject_id', '=', String(person.id))
      .execute()
    expect(erased).toHaveLength(1)
  })

  test('may be undone until the night, and is refused for oneself, the last administrator, and the unseen', async () => {
    const person = await personWith(office, 'USER', office.acme)
    const etag = (await office.call('manager', 'GET', `/users/${person.id}`)).headers.get('etag')!
    await office.call('manager', 'PATCH', `/users/${person.id}`, { jobTitle: 'x' })
    expect(
      (await office.call('manager', 'DELETE', `/users/${person.id}`, undefined, { 'if-match': etag })).status,
    ).toBe(412)
    const ids = [String(person.id), String(office.people.manager.id)]
    expect((await office.call('manager', 'DELETE', '/users', { ids })).body.code).toBe('not-on-yourself')
    expect(await stateOf(person)).toBe('active')
    expect((await office.call('manager', 'DELETE', '/users', { ids: [String(person.id)] })).status).toBe(204)
    await office.call('manager', 'POST', `/users/${person.id}/state`, { action: 'keep' })
    await night()
    expect(await stateOf(person)).toBe('deprovisioned')
    expect((await office.call('manager', 'DELETE', `/users/${office.people.admin.id}`)).body.code).toBe(
      'user-above-you',
    )
    expect((await office.call('acmeManager', 'DELETE', `/users/${person.id}`)).status).toBe(403)
    expect((await office.call('admin', 'DELETE', '/users/999999999')).status).toBe(404)
  })
})

test('the dossier lists what is left behind, and handing over leaves none of it', async () => {
  const leaver = await personWith(office, 'HARMONIC_CSM')
  const heir = await personWith(office, 'HARMONIC_CSM')
  const { db } = office.portal
  await db.updateTable('accounts').set({ csm_id: leaver.id }).where('name', '=', 'blue').execute()
  const filed = await office.call('acmeUser', 'POST', '/plugins/jira/issues?account=acme', {
    subject: 'Needs somebody',
    description: 'x',
    priority: 'LOW',
  })
  await db.updateTable('cases').set({ assignee_id: leaver.id }).where('key', '=', String(filed.body.key)).execute()
  const dossier = async () => (await office.call('manager', 'GET', `/users/${leaver.id}/dossier`)).body
  expect(await dossier()).toMatchObject({
    assigned: [{ subject: 'Needs somebody', account: 'acme' }],
    managedAccounts: [{ name: 'blue' }],
    tokens: [{ name: 'test' }],
  })
  const give = (to: Person) =>
    office.call('manager', 'POST', `/users/${leaver.id}/dossier/handover`, { to: String(to.id) })
  expect((await give(office.people.acmeUser)).body.code).toBe('heir-unfit')
  expect((await give(leaver)).status).toBe(409)
  expect((await give(heir)).body).toEqual({ cases: 1, watches: 1, accounts: 1 })
  expect(await dossier()).toMatchObject({ assigned: [], managedAccounts: [] })
  expect((await office.call('csm', 'GET', `/users/${leaver.id}/dossier`)).status).toBe(403)
})
