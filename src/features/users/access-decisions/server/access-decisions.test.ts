import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Member, type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'

let office: UserManagementApp
beforeAll(async () => {
  office = await userManagementApp()
})
afterAll(() => office.close())

async function rejected(as: Member, method: string, path: string, body?: unknown): Promise<string> {
  const reply = await office.call(as, method, path, body)
  expect(reply.status).toBe(403)
  return String(reply.body.decision)
}
const explain = (as: Member, decision: string) => office.call(as, 'GET', `/decisions/${decision}`)

test('a denial shows those who manage the user which check failed and the smallest sufficient role', async () => {
  const { acmeUser } = office.users
  const decision = await rejected('acmeUser', 'POST', '/users', { email: 'a@b.example', fullName: 'A B' })
  const { status, body } = await explain('acmeManager', decision)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    user: { username: acmeUser.email },
    call: 'POST /api/users',
    code: 'access-denied',
    permission: 'user:create',
    check: 'no-role',
    rejectedNow: true,
    remedies: [{ role: 'MANAGER', account: 'acme', assign: false, mayGive: true }],
  })
})

test('a suggestion works: once granted, the same call passes and the decision reflects it', async () => {
  const { acmeContractor } = office.users
  const decision = await rejected('acmeContractor', 'GET', '/users')
  const { body } = await explain('acmeManager', decision)
  const [smallest] = body.remedies as unknown as { role: string; account: string }[]
  expect(smallest).toMatchObject({ role: 'USER', account: 'acme' })
  await office.call('acmeManager', 'POST', `/users/${acmeContractor.id}/role`, {
    updates: [{ ...pick(smallest!), add: true }],
  })
  await expect.poll(async () => (await office.call('acmeContractor', 'GET', '/users')).status).toBe(200)
  expect((await explain('acmeManager', decision)).body.rejectedNow).toBe(false)
})

test('staff are offered staff roles, by their number of permissions; an assignment is named as one', async () => {
  const decision = await rejected('staff', 'POST', '/users', { email: 'a@b.example', fullName: 'A B' })
  const remedies = (await explain('admin', decision)).body.remedies as unknown as {
    role: string
    assign: boolean
    permissionCount: number
  }[]
  expect(remedies.map(({ role }) => role)).not.toContain('MANAGER')
  expect(remedies.find(({ role }) => role === 'HARMONIC_CSM')?.assign).toBe(true)
  expect(remedies.map(({ permissionCount }) => permissionCount)).toEqual(
    remedies.map(({ permissionCount }) => permissionCount).sort((a, b) => a - b),
  )
  expect(remedies.at(-1)!.role).toBe('ADMIN')
})

test('no other user reads it, and it cannot be forged', async () => {
  const decision = await rejected('acmeUser', 'POST', '/users', { email: 'a@b.example', fullName: 'A B' })
  expect((await explain('blueManager', decision)).status).toBe(404)
  expect((await explain('acmeUser', decision)).status).toBe(403)
  const foreign = await rejected('blueUser', 'POST', '/users', { email: 'a@b.example', fullName: 'A B' })
  // A customer-success manager sees all users, and manages the permissions of assigned accounts alone.
  expect((await explain('csm', foreign)).status).toBe(404)
  expect((await explain('csm', decision)).status).toBe(200)
  expect((await explain('admin', `${decision.slice(0, -4)}AAAA`)).status).toBe(404)
})

test('a denial unrelated to roles is explained as such', async () => {
  const id = office.users.staff.id
  const decision = await rejected('admin', 'POST', `/users/${id}/role`, { updates: [{ role: 'ADMIN', add: true }] })
  const { body } = await explain('manager', decision)
  expect(body).toMatchObject({ code: 'reauthentication-required', check: 'not-a-right', remedies: [] })
})

function pick({ role, account }: { role: string; account: string }) {
  return { role, account }
}
