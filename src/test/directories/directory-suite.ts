import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addJob, defineJob } from '#kit/server/job.ts'
import type { TestUser } from '#test/factories.ts'
import type { UserManagementApp } from '#test/user-management-app.ts'

/** A portal with users whose credentials are in a directory, and direct access to that directory. */
export type DirectoryWorld = {
  readonly office: UserManagementApp
  /**
   * An active user of acme with a password, a second factor and a session in the directory; `invited` has none of them
   * yet.
   */
  user(kind: 'active' | 'invited'): Promise<TestUser>
  /** What the directory itself has of the user; undefined when it has nothing at all. */
  look(user: TestUser): Promise<{ mails: number; factors: number; sessions: number } | undefined>
  close(): Promise<void>
}

/** What users can expect of any directory, tested through the portal's endpoints. */
export function directorySuite(name: string, open: () => Promise<DirectoryWorld>): void {
  describe(`the directory ${name}`, () => {
    let world: DirectoryWorld
    beforeAll(async () => {
      world = await open()
    })
    afterAll(() => world.close())

    const post = (path: string, body?: unknown) => world.office.call('admin', 'POST', `/users/${path}`, body)
    const state = (user: TestUser) => () =>
      world.office.call('admin', 'GET', `/users/${user.id}`).then(({ body }) => body.userState)

    test('a reset of the password sends one link to a new one, and blocks sign-in until it is used', async () => {
      const user = await world.user('active')
      expect((await post(`${user.id}/password/reset`)).status).toBe(204)
      expect(await state(user)()).toBe('recovery')
      await expect.poll(async () => (await world.look(user))?.mails).toBe(1)
    })

    test('a reset of the second factor leaves none', async () => {
      const user = await world.user('active')
      expect((await post(`multifactor/reset?username=${user.email}`)).status).toBe(204)
      await expect.poll(async () => (await world.look(user))?.factors).toBe(0)
    })

    test('an invited user is sent the link again', async () => {
      const user = await world.user('invited')
      expect((await post(`${user.id}/state`, { action: 'resend' })).status).toBe(200)
      await expect.poll(async () => (await world.look(user))?.mails).toBe(1)
    })

    test.each(['suspend', 'deactivate'])(
      'after %s the user signs in again after reactivation, with their credential',
      async (action) => {
        const user = await world.user('active')
        expect((await post(`${user.id}/state`, { action })).status).toBe(200)
        expect((await post(`okta/reactivate/${user.id}`)).status).toBe(200)
        await expect.poll(state(user)).toMatch(/^(active|provisioned)$/)
        expect(await world.look(user)).toBeDefined()
      },
    )

    test('without a credential reactivation is an invitation', async () => {
      const user = await world.user('invited')
      await post(`${user.id}/state`, { action: 'deactivate' })
      await post(`okta/reactivate/${user.id}`)
      await expect.poll(state(user)).toBe('provisioned')
      await expect.poll(async () => (await world.look(user))?.mails).toBe(1)
    })

    test('a decision made here outlives a sync', async () => {
      const user = await world.user('active')
      await post(`${user.id}/state`, { action: 'suspend' })
      expect((await post(`okta/sync/${user.id}`)).status).toBe(200)
      await delivered()
      expect(await state(user)()).toBe('suspended')
    })

    test('a user who is signed out everywhere has no session there either', async () => {
      const user = await world.user('active')
      expect((await world.office.call('admin', 'DELETE', `/users/${user.id}/sessions`)).status).toBe(204)
      await expect.poll(async () => (await world.look(user))?.sessions).toBe(0)
    })

    test('an erased user is gone', async () => {
      const user = await world.user('active')
      await world.office.call('admin', 'DELETE', `/users/${user.id}`)
      await addJob(world.office.portal.db, defineJob('users.deletion'), {})
      await expect.poll(() => world.look(user)).toBeUndefined()
    })

    async function delivered(): Promise<void> {
      const open = world.office.portal.db.selectFrom('outbox').select('id').where('state', '=', 'WAITING')
      await expect.poll(() => open.execute()).toEqual([])
    }
  })
}
