import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#features/users/server/index.ts'
import { type SignedIn, signIn } from '../sign-in.ts'
import { emailOf, type Stage, setStage } from './stage.ts'

let stage: Stage
let other: SignedIn

beforeAll(async () => {
  stage = await setStage()
  other = await signIn(stage.app.url, emailOf('manager'), demoPassword)
})
afterAll(() => stage.close())

test('who saves second is told at the form, loses nothing, sees what the first wrote, and saves on', async () => {
  const { id } = await stage.app.portal.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', emailOf('user'))
    .executeTakeFirstOrThrow()
  const page = await stage.enter('admin')
  await page.goto(`/admin/users/${id}`)
  const [title, phone] = [page.getByLabel('Job title'), page.getByLabel('Phone')]
  const save = page.getByRole('button', { name: 'Save changes' })
  await title.fill('Head of access')
  const json = { phone: '+49 40 1234', jobTitle: 'Operations' }
  expect((await other.call(`/api/users/${id}`, { method: 'PATCH', json })).status).toBe(200)

  await save.click()
  await page.getByText(/^Somebody else changed this in the meantime/).waitFor()
  await page.getByText(/^Somebody else changed this meanwhile/).waitFor()
  expect([await title.inputValue(), await phone.inputValue()]).toEqual(['Head of access', '+49 40 1234'])
  await save.click()
  await save.waitFor({ state: 'detached' })
  expect(await (await other.call(`/api/users/${id}`)).json()).toMatchObject({
    jobTitle: 'Head of access',
    phone: '+49 40 1234',
  })
  expect(stage.complaints).toEqual([])
  await page.context().close()
})

test('a change elsewhere on the page of an account leaves what is typed of it, and it is saved without a refusal', async () => {
  const { id } = await stage.app.portal.db
    .selectFrom('accounts')
    .select('id')
    .where('name', '=', 'nordfeld-kabel')
    .executeTakeFirstOrThrow()
  const page = await stage.enter('admin')
  await page.goto(`/nordfeld-kabel/${id}/account`)
  await page.getByLabel('City').fill('Lübeck')
  await page.getByLabel(/second factor/).click()
  await page.getByText('A second factor is needed from the next sign-in on').waitFor()
  await page
    .getByLabel(/second factor/)
    .and(page.locator(':checked'))
    .waitFor()
  expect(await page.getByLabel('City').inputValue()).toBe('Lübeck')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await page.getByText('The account is saved').waitFor()
  expect(await (await other.call(`/api/accounts/${id}`)).json()).toMatchObject({ city: 'Lübeck' })
  expect(stage.complaints).toEqual([])
  await page.context().close()
})
