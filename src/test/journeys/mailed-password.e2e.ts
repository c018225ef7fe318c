import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#features/users/demo-users/server/index.ts'
import { hashPassword, storePassword } from '#features/users/passwords/server/index.ts'
import { grantRole } from '#features/users/users/server/index.ts'
import { type Mailbox, openMailbox } from '../mailbox.ts'
import { emailOf, type Stage, startE2eApp } from './e2e-app.ts'

let mailbox: Mailbox
let stage: Stage

beforeAll(async () => {
  mailbox = await openMailbox()
  stage = await startE2eApp({ SMTP_URL: mailbox.url })
})
afterAll(async () => {
  await stage.close()
  mailbox.close()
})

test('a forgotten password: the link arrives by mail, the rules tick while typing, the new password opens', async () => {
  const page = await stage.open()
  await page.goto('/signin/forgot')
  await page.getByLabel('E-mail address').fill(emailOf('user'))
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
  const [mail] = await mailbox.mailsTo(emailOf('user'))
  expect(mailbox.received).toHaveLength(1)
  const link = /https?:\S+\/signin\/reset\S+/.exec(mail?.text ?? '')![0]

  await page.goto(link)
  const kept = page.locator('#rules li.kept')
  await page.getByLabel('New password').pressSequentially('Tom')
  expect(await kept.count()).toBeLessThan(5)
  await page.getByLabel('New password').fill('Drop-Amplifier-7')
  // Only the server knows whether it is a common password.
  const all = await page.locator('#rules li').count()
  await expect.poll(() => kept.count()).toBe(all - 1)
  await page.getByLabel('Repeat password').fill('Drop-Amplifier-7')
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByText('Your password is set. Sign in with it.').waitFor()
  await page.keyboard.press('Enter')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.getByText('The e-mail address or the password is not correct.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('Drop-Amplifier-7')
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
  await page.goto(link)
  await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor()
  await page.context().close()
})

test('a user without a role is welcomed, requests nothing that is denied, and is let in with the first role', async () => {
  const { db } = stage.app.portal
  const email = 'nils.holm@nordfeld-kabel.example'
  const actor = { userName: 'test' }
  const hash = await hashPassword(demoPassword)
  const id = await db.transaction().execute(async (tx) => {
    const user = await tx
      .insertInto('users')
      .values({ email, full_name: 'Nils Holm', state: 'active' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await storePassword(tx, user.id, hash, actor)
    return user.id
  })
  const page = await stage.open()
  const rejected: string[] = []
  page.on('response', (response) => void (response.status() === 403 && rejected.push(response.url())))
  await page.goto('/signin')
  await stage.signIn(page, email)
  await page.getByRole('heading', { name: 'Welcome, Nils Holm' }).waitFor()
  await page.goto('/support')
  await page.waitForURL('**/welcome')
  await page.waitForLoadState('networkidle')
  expect(rejected).toEqual([])
  expect(await db.selectFrom('events').select('name').where('name', '=', 'access.denied').execute()).toEqual([])

  await db.transaction().execute((tx) => grantRole(tx, actor, { userId: id, role: 'USER', account: 'nordfeld-kabel' }))
  await page.waitForURL(/\/nordfeld-kabel\/\d+\/dashboard$/)
  await page.context().close()
})

test('no page reported an error', () => expect(stage.complaints).toEqual([]))
