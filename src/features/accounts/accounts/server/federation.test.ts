import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MadeAccount, makeAccount, type TestUser, userWith } from '#test/factories.ts'
import { type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'
import type { VisibilityChange } from '../contract.ts'

let office: UserManagementApp
const accounts: MadeAccount[] = []
const users: TestUser[] = []
const roles = ['MANAGER', 'USER', 'FIELDTECH', 'CUST_CONTRACTOR']

beforeAll(async () => {
  office = await userManagementApp({ env: { RATE_LIMITS: 'off' } })
  const { db } = office.portal
  for (const name of ['alpha-group', 'bravo-group', 'child-net', 'lone-net']) {
    const account = await makeAccount(office, name)
    accounts.push(account)
    await db.updateTable('accounts').set({ is_parent: true }).where('id', '=', account.id).execute()
    for (const role of roles) users.push(await userWith(office, role, account))
  }
  for (const { name } of accounts) await file(users[1]!, name).catch(() => undefined)
  for (const [index, { name }] of accounts.entries()) await file(users[index * roles.length]!, name)
})
afterAll(() => office.close())

function file(as: TestUser, account: string) {
  const body = { subject: 'Seen by whom', description: 'x', priority: 'LOW' }
  return office.call(as, 'POST', `/plugins/jira/issues?account=${account}`, body)
}

const federate = (id: number, query: string, body = {}) =>
  office.call('manager', 'PATCH', `/accounts/${id}${query}`, body)

async function preview(id: number, query: string): Promise<string[]> {
  const { body } = await office.call('manager', 'GET', `/accounts/${id}/federation/preview?${query}`)
  const { users: members } = (body as unknown as { _embedded: { users: VisibilityChange[] } })._embedded
  return members.map(({ user, change, cases }) => `${user.id} ${change} ${cases}`).sort()
}

/** What each user sees of the account, read as they read it: how many cases, or that it is not found. */
async function scope(account: MadeAccount): Promise<Map<number, number | null>> {
  const seen = new Map<number, number | null>()
  for (const user of users) {
    const there = (await office.call(user, 'GET', `/accounts/${account.id}`)).status === 200
    const list = await office.call(user, 'GET', `/plugins/jira/issues/search?account=${account.name}`)
    const page = list.body.page as unknown as { totalElements: number } | undefined
    seen.set(user.id, there ? (list.status === 200 ? page!.totalElements : 0) : null)
  }
  return seen
}

test('the preview shows what the change does', async () => {
  const steps = fc.record({
    account: fc.constantFrom(0, 2, 3),
    parent: fc.constantFrom('', 'alpha-group', 'bravo-group'),
    viewOnly: fc.constantFrom(undefined, true, false),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 4 }), async (moves) => {
      for (const { account: index, parent, viewOnly } of moves) {
        const account = accounts[index]!
        const said = await office.call(
          'manager',
          'GET',
          `/accounts/${account.id}/federation/preview?parentAccount=${parent}${viewOnly === undefined ? '' : `&viewOnly=${viewOnly}`}`,
        )
        const before = await scope(account)
        const body = viewOnly === undefined ? {} : { viewOnly }
        const done = await federate(account.id, parent ? `?parentAccount=${parent}` : '', body)
        if (said.status !== 200) {
          expect([said.status, done.status]).toEqual([409, 409])
          continue
        }
        if (!parent) await office.call('manager', 'DELETE', `/accounts/${account.id}/federation`)
        const { users: notified } = (said.body as unknown as { _embedded: { users: VisibilityChange[] } })._embedded
        const wanted = notified.map(({ user, change, cases }) => `${user.id} ${change} ${cases}`).sort()
        await expect.poll(async () => differences(before, await scope(account))).toEqual(wanted)
      }
    }),
    { numRuns: 5 },
  )
})

function differences(before: Map<number, number | null>, after: Map<number, number | null>): string[] {
  return [...before]
    .flatMap(([id, was]) => {
      const is = after.get(id) ?? null
      if ((was === null) === (is === null)) return []
      return [`${id} ${is === null ? 'LOSES' : 'GAINS'} ${is ?? was}`]
    })
    .sort()
}

test('one level deep, and only under an account that may be a parent', async () => {
  const [alpha, bravo, child] = accounts as [MadeAccount, MadeAccount, MadeAccount]
  await office.call('manager', 'DELETE', `/accounts/${child.id}/federation`)
  await office.call('manager', 'DELETE', `/accounts/${alpha.id}/federation`)
  expect((await federate(child.id, '?parentAccount=alpha-group')).body).toMatchObject({
    parentAccount: 'alpha-group',
    isFederated: true,
  })
  for (const [id, parent] of [
    [alpha.id, 'bravo-group'],
    [bravo.id, 'child-net'],
    [bravo.id, 'bravo-group'],
    [bravo.id, 'blue'],
    [bravo.id, 'nowhere'],
  ] as const) {
    const rejected = await federate(id, `?parentAccount=${parent}`)
    expect([parent, rejected.status, rejected.body.code]).toEqual([parent, 409, 'parent-not-possible'])
  }
  expect((await office.call('admin', 'PATCH', `/accounts/${alpha.id}`, { isParent: false })).status).toBe(400)
  expect((await office.call('csm', 'GET', `/accounts/${child.id}/federation/preview?parentAccount=`)).status).toBe(403)
})

test('a preview leaves nothing behind', async () => {
  const [alpha, , , lone] = accounts as [MadeAccount, MadeAccount, MadeAccount, MadeAccount]
  await office.call('manager', 'DELETE', `/accounts/${lone.id}/federation`)
  const before = (await office.call('manager', 'GET', `/accounts/${lone.id}`)).text
  expect((await preview(lone.id, 'parentAccount=alpha-group&viewOnly=false')).length).toBeGreaterThan(0)
  expect((await office.call('manager', 'GET', `/accounts/${lone.id}`)).text).toBe(before)
  expect(alpha.name).toBe('alpha-group')
})
