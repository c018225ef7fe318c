import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encryptorFor } from '#kit/server/encryption.ts'
import { addJob, defineJob } from '#kit/server/job.ts'
import { directorySuite } from '#test/directories/directory-suite.ts'
import type { Fault } from '#test/directories/fault-proxy.ts'
import { type OktaWorld, openOktaWorld } from '#test/directories/okta-data.ts'
import { type TestUser, userWith } from '#test/factories.ts'

directorySuite('Okta', async () => {
  const world = await openOktaWorld()
  return {
    office: world.office,
    close: world.close,
    user: (kind) => (kind === 'active' ? world.user('ACTIVE', 'active') : world.user('PROVISIONED', 'provisioned')),
    look: async (user) => world.inOkta(user),
  }
})

describe('Okta', () => {
  let world: OktaWorld
  beforeAll(async () => {
    world = await openOktaWorld()
  })
  afterAll(() => world.close())

  const call = (method: string, path: string, body?: unknown) =>
    world.office.call('admin', method, `/users/${path}`.replace(/\/$/, ''), body)
  const user = async (member: TestUser) => (await call('GET', String(member.id))).body
  const messages = async (member: TestUser) =>
    (
      await sql<Record<string, unknown>>`
        select id::text, operation, state, attempts, error, posted_by as "postedBy", next_at as "nextTryAt" from outbox
        where subject = ${String(member.id)} order by outbox.id desc`.execute(world.office.portal.db)
    ).rows
  const decide = (what: 'retry' | 'drop', message: Record<string, unknown> | undefined) =>
    world.office.call('admin', 'POST', `/connections/directory:okta/${what}`, { itemIds: [message!.id] })
  const done = (member: TestUser) =>
    expect.poll(async () => (await messages(member)).map(({ state }) => state)).not.toContain('WAITING')

  test.each([
    ['STAGED', 'staged'],
    ['PROVISIONED', 'provisioned'],
    ['RECOVERY', 'recovery'],
    ['PASSWORD_EXPIRED', 'passwordExpired'],
    ['LOCKED_OUT', 'lockedOut'],
    ['DEPROVISIONED', 'deprovisioned'],
    ['SUSPENDED', 'suspended'],
  ])('sync imports %s', async (status, state) => {
    const member = await world.user(status, 'active')
    expect((await call('POST', `okta/sync/${member.id}`)).body).toMatchObject({ directory: { waiting: 1, failed: 0 } })
    const directory = { waiting: 0, failed: 0 }
    await expect.poll(() => user(member)).toMatchObject({ userState: state, directory, provider: 'Okta' })
  })

  test('a user who is no longer in Okta is deactivated', async () => {
    const member = await world.user('ACTIVE', 'active')
    world.okta.users.delete(world.inOkta(member)!.id)
    await call('POST', `okta/sync/${member.id}`)
    await expect.poll(async () => (await user(member)).userState).toBe('deprovisioned')
  })

  test('decisions made here are executed there, in that order', async () => {
    const member = await world.user('ACTIVE', 'active')
    const { id } = world.inOkta(member)!
    for (const action of ['suspend', 'unsuspend', 'suspend', 'deactivate'])
      expect((await call('POST', `${member.id}/state`, { action })).status).toBe(200)
    await done(member)
    expect(world.inOkta(member)?.status).toBe('DEPROVISIONED')
    const moves = world.okta.requests
      .filter((line) => line.includes(`${id}/lifecycle`))
      .map((line) => line.split('/').at(-1))
    expect(moves).toEqual(['suspend', 'unsuspend', 'suspend', 'deactivate'])
    expect(await user(member)).toMatchObject({ userState: 'deprovisioned' })
  })

  test('no request waits for Okta: while it does not respond, calls of users still return; changes are sent when it is back', async () => {
    const member = await world.user('ACTIVE', 'active')
    world.failsFor(member, 'cut', 'cut', 'cut')
    expect((await call('POST', `${member.id}/state`, { action: 'suspend' })).status).toBe(200)
    await expect
      .poll(async () => (await messages(member))[0])
      .toMatchObject({
        operation: 'suspend',
        state: 'WAITING',
        attempts: 1,
        error: 'Okta cannot be reached.',
        nextTryAt: expect.any(Date),
      })
    expect(world.inOkta(member)?.status).toBe('ACTIVE')
    const [message] = await messages(member)
    expect((await decide('retry', message)).body).toEqual({ count: 1 })
    await done(member)
    expect([world.inOkta(member)?.status, (await user(member)).userState]).toEqual(['SUSPENDED', 'suspended'])
  })

  test.each<[string, Fault[]]>([
    ['too many calls', ['busy', 'busy']],
    ['trouble of its own', ['failing', 'failing']],
    ['nonsense and a cut line', ['garbled', 'cut']],
  ])('%s is handled without effect for users', async (_, faults) => {
    const member = await world.user('LOCKED_OUT', 'active')
    world.failsFor(member, ...faults)
    await call('POST', `okta/sync/${member.id}`)
    await expect.poll(async () => (await user(member)).userState).toBe('lockedOut')
    expect(await messages(member)).toMatchObject([{ operation: 'read', attempts: 1, error: null }])
  })

  test('a mail that was sent though the response was lost is not sent again', async () => {
    const member = await world.user('ACTIVE', 'active')
    world.failsFor(member, 'none', 'cut-after')
    await call('POST', `${member.id}/password/reset`)
    await expect.poll(async () => (await messages(member))[0]?.error).toBe('Okta cannot be reached.')
    await decide('retry', (await messages(member))[0])
    await done(member)
    expect(world.inOkta(member)).toMatchObject({ status: 'RECOVERY', mails: 1 })
  })

  test('what Okta rejects is set aside with its message; the decision stays, users retry or discard it', async () => {
    const member = await world.user('PASSWORD_EXPIRED', 'active')
    await call('POST', `${member.id}/state`, { action: 'suspend' })
    await done(member)
    const [failed] = await messages(member)
    expect(failed).toMatchObject({
      operation: 'suspend',
      state: 'FAILED',
      error: "Okta rejected: This operation is not allowed in the user's current status.",
      postedBy: 'User With ADMIN',
    })
    await call('POST', `okta/sync/${member.id}`)
    await done(member)
    expect(await user(member)).toMatchObject({ userState: 'suspended', directory: { waiting: 0, failed: 1 } })
    expect((await decide('drop', failed)).body).toEqual({ count: 1 })
    expect((await decide('drop', failed)).body).toEqual({ count: 0 })
    await call('POST', `okta/sync/${member.id}`)
    await expect.poll(async () => (await user(member)).userState).toBe('passwordExpired')
  })

  test('changes that others make in Okta arrive automatically, over many pages', async () => {
    const users = [await world.user('ACTIVE', 'active'), await world.user('ACTIVE', 'active')]
    for (let number = 0; number < 450; number += 1) world.okta.add({ login: `crowd-${number}@okta.example` })
    for (const member of users) world.inOkta(member)!.status = 'SUSPENDED'
    // All users are read the first time alone, and the portal's own poll, every five minutes, may have been the first.
    const { db } = world.office.portal
    const states = async () => {
      await sql`delete from directory_polls`.execute(db)
      await addJob(db, defineJob('directories.poll'), {})
      return Promise.all(users.map(async (member) => (await user(member)).userState))
    }
    await expect.poll(states, { interval: 2_000 }).toEqual(['suspended', 'suspended'])
    const requested = world.okta.requests.filter((line) => line.startsWith('GET /api/v1/users?'))
    expect(requested.length).toBeGreaterThan(2)
    const noted = async () =>
      (
        await sql<{ until: Date | null; error: string | null }>`
          select known_until as until, error from directory_polls`.execute(db)
      ).rows
    await expect.poll(noted).toEqual([{ until: expect.any(Date), error: null }])
  })

  test.each(['rsa', 'ec'] as const)(
    'a service app signs in with its key (%s); a wrong key is reported in words',
    async (type) => {
      const pair = () =>
        type === 'rsa'
          ? generateKeyPairSync('rsa', { modulusLength: 2048 })
          : generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const { publicKey, privateKey } = pair()
      world.okta.serviceKey = publicKey
      const { db, config } = world.office.portal
      const use = async (key: typeof privateKey) => {
        const app = { clientId: '0oa1', keyId: 'one', privateKey: key.export({ type: 'pkcs8', format: 'pem' }) }
        const secret = encryptorFor(config).close(JSON.stringify(app), 'identity provider okta management')
        await db
          .updateTable('identity_providers')
          .set({ management_secret: secret, version: sql<number>`version + 1` })
          .execute()
      }
      const member = await world.user('LOCKED_OUT', 'active')
      await use(pair().privateKey)
      await call('POST', `okta/sync/${member.id}`)
      const words = "Okta gives no token for the portal's key. Check the service app."
      await expect.poll(async () => (await messages(member))[0]).toMatchObject({ state: 'WAITING', error: words })
      await use(privateKey)
      await decide('retry', (await messages(member))[0])
      await expect.poll(async () => (await user(member)).userState).toBe('lockedOut')
    },
  )

  test('an invited user of an Okta domain is created there, notified by Okta, and identified by its id', async () => {
    const { db } = world.office.portal
    await db
      .updateTable('identity_providers')
      .set({ domains: ['newcomers.example'] })
      .execute()
    const email = 'nina@newcomers.example'
    const invited = await call('POST', '', {
      email,
      fullName: 'Nina New Comer',
      account: 'acme',
      roles: ['USER'],
      confirmDomain: true,
    })
    expect([invited.status, invited.body]).toMatchObject([201, { userState: 'provisioned', directory: { waiting: 1 } }])
    const inOkta = () => [...world.okta.users.values()].find(({ profile }) => profile.login === email)
    await expect.poll(inOkta).toMatchObject({
      status: 'PROVISIONED',
      mails: 1,
      profile: { email, firstName: 'Nina', lastName: 'New Comer' },
    })
    const subject = async () =>
      (await db.selectFrom('users').select('subject').where('email', '=', email).executeTakeFirst())?.subject
    await expect.poll(subject).toBe(inOkta()?.id)
    const mails = await db.selectFrom('mail_outbox').select('id').where('recipient', '=', email).execute()
    expect(mails).toEqual([])
  })

  test('a user whose provider only signs them in is managed there', async () => {
    const member = await userWith(world.office, 'USER', world.office.acme)
    const outside = { issuer: 'https://elsewhere.example', subject: 'x' }
    await world.office.portal.db.updateTable('users').set(outside).where('id', '=', member.id).execute()
    const rejected = [
      await call('POST', `okta/sync/${member.id}`),
      await call('POST', `${member.id}/password/reset`),
      await call('POST', `multifactor/reset?username=${member.email}`),
      await call('POST', `${member.id}/state`, { action: 'deactivate' }),
      await call('POST', `okta/reactivate/${member.id}`),
    ]
    for (const { status, body } of rejected)
      expect([status, body.code]).toEqual([409, 'managed-by-external-identity-provider'])
    expect((await call('POST', `${member.id}/state`, { action: 'suspend' })).status).toBe(200)
    expect((await call('POST', `${member.id}/state`, { action: 'unsuspend' })).status).toBe(200)
  })
})
