import { afterAll, beforeAll, expect, test } from 'vitest'
import { setSeats } from '#test/factories.ts'
import { type Member, type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'

let office: UserManagementApp
beforeAll(async () => {
  office = await userManagementApp()
  await setSeats(office, office.blue, 2)
})
afterAll(() => office.close())

const seats = async (as: Member) => {
  const { body } = await office.call(as, 'GET', '/users/seats')
  const { accounts } = (body as unknown as { _embedded: { accounts: object[] } })._embedded
  return accounts
}

test('the seats taken, and in all, by account, in the visible accounts', async () => {
  const acme = { account: 'acme', accountId: String(office.acme.id), used: 3, limit: null }
  const blue = { account: 'blue', accountId: String(office.blue.id), used: 2, limit: 2 }
  expect(await seats('staff')).toEqual([acme, blue])
  expect(await seats('acmeManager')).toEqual([acme])
  expect((await office.call('acmeContractor', 'GET', '/users/seats')).status).toBe(403)
  await office.portal.db
    .updateTable('users')
    .set({ state: 'deprovisioned' })
    .where('id', '=', office.users.blueUser.id)
    .execute()
  expect(await seats('admin')).toEqual([acme, { ...blue, used: 1 }])
})
