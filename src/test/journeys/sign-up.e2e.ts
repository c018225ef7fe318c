import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage

beforeAll(async () => {
  stage = await startE2eApp()
})
afterAll(() => stage.close())

const email = 'nele.newcomer@nordfeld-kabel.example'
const password = 'Quiet-Harbour-77'

test('a user signs up, chooses a password while the rule ticks, waits, and is let in before their eyes', async () => {
  const { db } = stage.app.portal
  const page = await stage.open()
  await page.goto('/signin')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.getByLabel('Account').fill('nordfeld-kabel')
  await page.getByLabel('E-mail address').fill('somebody@elsewhere.example')
  await page.getByText('Addresses of elsewhere.example are not allowed for this account.').waitFor()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByText('This domain can sign up.').waitFor()
  await page.getByLabel('First and last name').fill('Nele Newcomer')
  await page.getByLabel('I agree').check()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor()

  const mails = () => db.selectFrom('mail_outbox').select('body_text').where('recipient', '=', email).execute()
  await expect.poll(async () => (await mails()).length).toBe(1)
  await page.goto(/\/signup\/activate\S+/.exec((await mails())[0]!.body_text!)![0])
  await page.getByLabel('New password').fill('Nele')
  expect(await page.locator('#rules .kept').count()).toBeLessThan(7)
  await page.getByLabel('New password').fill(password)
  await expect.poll(() => page.locator('#rules .kept').count()).toBe(7)
  await page.getByLabel('Repeat password').fill(password)
  await page.getByLabel('I agree').check()
  await page.getByRole('button', { name: 'Get started' }).click()
  await page.waitForURL(/\/signin/)
  await stage.signIn(page, email, password)
  await page.getByText('Nordfeld Kabel').waitFor()
  await page.getByText('New', { exact: true }).waitFor()

  const manager = await stage.openPage('manager')
  await manager.goto('/account/nordfeld-kabel/harmonicId')
  const newest = manager.getByRole('listitem').filter({ hasText: 'Nele Newcomer' })
  await newest.waitFor()
  // Two others have waited longer.
  const reached = manager.locator('[aria-current=true]').filter({ hasText: 'Nele Newcomer' })
  // The keys may become active a moment after the list is shown.
  const goneOn = async () => {
    if ((await reached.count()) === 0) await manager.keyboard.press('j')
    return reached.count()
  }
  await expect.poll(goneOn, { interval: 500 }).toBe(1)
  await manager.keyboard.press('a')
  await manager.getByRole('dialog').getByText('They become a user of Nordfeld Kabel at once').waitFor()
  await manager.keyboard.press('Enter')
  await manager.getByText('is now a user of Nordfeld Kabel').waitFor()
  await page.getByRole('link', { name: 'Support' }).waitFor()
  expect(stage.complaints).toEqual([])
})
