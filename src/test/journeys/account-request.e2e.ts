import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage

beforeAll(async () => {
  stage = await startE2eApp()
})
afterAll(() => stage.close())

const password = 'Quiet-Harbour-77'

test('an account is requested, approved by another user, made live before their eyes, and its manager signs in', async () => {
  const { db } = stage.app.portal
  const asking = await stage.openPage('csm')
  await asking.goto('/admin/requests/new')
  const name = asking.getByLabel('Name', { exact: false }).first()
  await name.fill('nordfeld')
  await asking
    .getByText('The first 9 characters are the same as those of')
    .or(asking.getByText('The name is available.'))
    .waitFor()
  await name.fill('sundvik-cable')
  await asking.getByText('The name is available.').waitFor()
  await asking.getByLabel('Display name').fill('Sundvik Cable')
  const next = asking.getByRole('button', { name: 'Next' })
  await next.click()
  await asking.getByText('This field is required.').first().waitFor()
  await asking.reload()
  await expect.poll(() => asking.getByLabel('Display name').inputValue()).toBe('Sundvik Cable')
  await asking.getByRole('combobox', { name: 'Region' }).click()
  await asking.getByRole('option', { name: 'Europe and Middle East' }).click()
  await next.click()
  await asking.getByLabel('E-mail domains').fill('sundvik-cable.example')
  await asking.getByLabel('Full name').fill('Signe Sund')
  await asking.getByLabel('E-mail address').fill('signe@sundvik-cable.example')
  await next.click()
  await next.click()
  await asking.getByText('Signe Sund, signe@sundvik-cable.example').waitFor()

  const deciding = await stage.openPage('admin')
  await deciding.goto('/admin/requests')
  await deciding.getByText('2 new').waitFor()
  await deciding.getByText('Live', { exact: true }).waitFor()
  await asking.getByRole('button', { name: 'Send request' }).click()
  await asking.getByText('Request sent').waitFor()
  await deciding.getByText('3 new').waitFor()
  // The notice of the request names it too.
  await deciding.getByText('Sundvik Cable', { exact: true }).click()
  await deciding.getByRole('button', { name: 'Approve' }).click()
  await deciding.getByText('2 new').waitFor()
  await expect.poll(() => deciding.getByRole('img', { name: 'done' }).count()).toBe(4)

  const mail = await db
    .selectFrom('mail_outbox')
    .select('body_text')
    .where('recipient', '=', 'signe@sundvik-cable.example')
    .executeTakeFirstOrThrow()
  const manager = await stage.open()
  await manager.goto(/https?:\S+\/signin\/activate\S+/.exec(mail.body_text!)![0].replace(/^https?:\/\/[^/]+/, ''))
  await manager.getByLabel('New password').fill(password)
  await manager.getByLabel('Repeat password').fill(password)
  await manager.getByRole('button', { name: 'Save password' }).click()
  await stage.signIn(manager, 'signe@sundvik-cable.example', password)
  await manager.getByRole('heading', { name: 'Sundvik Cable' }).first().waitFor()
  expect(stage.complaints).toEqual([])
})

test('an error found only by the server is shown at its field, however far from the button, and gets the focus', async () => {
  const account = await stage.app.portal.db
    .selectFrom('accounts')
    .select('id')
    .where('name', '=', 'vantreight-group')
    .executeTakeFirstOrThrow()
  const page = await stage.openPage('admin')
  await page.goto(`/vantreight-group/${account.id}/account`)
  const parent = page.getByRole('checkbox', { name: 'Can have child accounts' })
  await parent.uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('is required while the account has child accounts').waitFor()
  await expect.poll(() => parent.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(stage.complaints).toEqual([])
})
