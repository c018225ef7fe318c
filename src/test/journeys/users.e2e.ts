import { sql } from 'kysely'
import { generate } from 'otplib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addJob, defineJob } from '#kit/server/job.ts'
import { emailOf, type Stage, startE2eApp } from './e2e-app.ts'
import { signOut } from './sign-out.ts'

let stage: Stage

beforeAll(async () => {
  stage = await startE2eApp()
})
afterAll(() => stage.close())

const password = 'Copper-17-Lantern!'
const dialog = (page: Page) => page.getByRole('dialog')

test('a user is invited, signs in by the mail, sets up an authenticator, signs in with it, and sees a new role at once', async () => {
  const manager = await stage.openPage('manager')
  await manager.getByRole('link', { name: 'Users' }).click()
  await manager.getByRole('button', { name: 'Invite user' }).click()
  const email = 'nils.neumann@nordfeld-kabel.example'
  await dialog(manager).getByLabel('E-mail').fill(email)
  await dialog(manager).getByLabel('First and last name').fill('Nils Neumann')
  // A colleague is invited as a user of the account, unless another role is chosen.
  expect(await dialog(manager).getByLabel('Customer User').isChecked()).toBe(true)
  await dialog(manager).getByLabel('Customer User').uncheck()
  await dialog(manager).getByLabel('Customer Technician (Sonar)').check()
  await dialog(manager).getByRole('button', { name: 'Send invitation' }).click()
  await manager.getByText('Invitation sent').waitFor()

  const newUser = await stage.open()
  await newUser.goto(await linkIn(email))
  await newUser.locator('input[name=password]').fill(password)
  await newUser.locator('input[name=repeat]').fill(password)
  await newUser.keyboard.press('Enter')
  await newUser.waitForURL(/\/signin|\/idp/)
  await newUser.getByLabel('Password', { exact: true }).or(newUser.getByLabel('E-mail')).first().waitFor()
  await newUser.goto('/signin')
  await stage.signIn(newUser, email, password)
  await newUser.getByRole('main').waitFor()
  const secret = await setUpAuthenticator(newUser)

  await signOut(newUser)
  await newUser.goto('/signin')
  await stage.signIn(newUser, email, password)
  await newUser.locator('input[name=code]').fill(await generate({ secret, epoch: Date.now() / 1000 + 30 }))
  await newUser.keyboard.press('Enter')
  await newUser.getByRole('main').waitFor()
  expect(await newUser.getByRole('link', { name: 'Support' }).count()).toBe(0)

  await manager.getByLabel('Name or e-mail').fill('nils')
  await manager.getByRole('row').filter({ hasText: 'Nils Neumann' }).click()
  await manager.getByLabel(/^Customer User in/).check()
  await manager.getByRole('button', { name: /Save roles/ }).click()
  await manager.getByText('User roles updated').waitFor()
  // The message of the invitation's own role can arrive late; this one names the role that was added.
  await newUser.getByText(/^Added: Customer User \(/).waitFor()
  await newUser
    .getByRole('link', { name: /Support/ })
    .first()
    .waitFor()
  expect(stage.complaints).toEqual([])
  await manager.context().close()
  await newUser.context().close()
})

test('a press on a link opens its page, also when a banner moves the link before the release', async () => {
  const manager = await stage.openPage('manager')
  let press = () => {}
  const pressed = new Promise<void>((resolve) => {
    press = resolve
  })
  await manager.route('**/api/announcements/inbox/state', async (route) => {
    await pressed
    await route.continue()
  })
  await manager.goto('/')
  await manager.getByRole('link', { name: 'Users' }).hover()
  await manager.mouse.down()
  press()
  await manager.getByRole('region', { name: 'Announcement banners' }).waitFor()
  await manager.mouse.up()
  await manager.getByRole('button', { name: 'Invite user' }).waitFor()
  expect(stage.complaints).toEqual([])
  await manager.context().close()
})

test('staff impersonate a customer, read-only until they allow changes; the customer reads who, when and why', async () => {
  const staff = await stage.openPage('tacManager')
  await staff.getByRole('button', { name: /Search or jump/ }).click()
  // A user is found with what can be done about them, a deployment by its name.
  await dialog(staff).locator('input').fill('tom becker')
  await dialog(staff)
    .getByRole('option', { name: /Show cases of Tom Becker/ })
    .waitFor()
  await dialog(staff)
    .getByRole('option', { name: /Impersonate Tom Becker/ })
    .waitFor()
  const { name: deployment } = await stage.app.portal.db
    .selectFrom('deployments')
    .select('name')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await dialog(staff).locator('input').fill(deployment)
  await dialog(staff).getByText('Deployments', { exact: true }).waitFor()
  await dialog(staff).locator('input').fill('impersonate')
  await staff.getByRole('option', { name: /Impersonate a user/ }).click()
  await dialog(staff).getByLabel('User').fill('tom becker')
  await dialog(staff)
    .getByRole('option', { name: /Tom Becker/ })
    .click()
  await dialog(staff).getByLabel('Reason').fill('NORD-2288, reproduce the missing file')
  await dialog(staff).getByRole('button', { name: 'Impersonate Tom Becker' }).click()
  await staff.getByText('You are impersonating Tom Becker').waitFor()
  await staff.getByText(/· read-only/).waitFor()
  await staff.getByRole('button', { name: 'Allow changes' }).click()
  await dialog(staff).getByRole('button', { name: 'Allow changes' }).click()
  await staff.getByText(/· read-only/).waitFor({ state: 'detached' })
  await staff.getByRole('button', { name: /^Exit/ }).click()
  await staff.getByText('You are impersonating Tom Becker').waitFor({ state: 'detached' })
  await staff.getByRole('link', { name: 'Users' }).waitFor()

  const manager = await stage.openPage('manager')
  await manager.getByRole('link', { name: 'Vendor access' }).click()
  const row = manager.getByRole('row').filter({ hasText: 'NORD-2288, reproduce the missing file' })
  await row.getByText('Samuel Adeyemi').waitFor()
  await row.getByText('Tom Becker').waitFor()
  await row.getByText('Changes allowed').waitFor()
  // The log names both, so that it is not Tom Becker who seems to have done it.
  await manager.getByRole('link', { name: 'Users' }).click()
  await manager.getByLabel('Name or e-mail').fill('tom becker')
  await manager.getByRole('row').filter({ hasText: 'Tom Becker' }).click()
  await manager.getByText('Samuel Adeyemi as Tom Becker stopped impersonating Tom Becker').waitFor()
  expect(stage.complaints).toEqual([])
  await staff.context().close()
  await manager.context().close()
})

test('a customer is offered no staff role, and the pages of a user and of an account have their parts', async () => {
  const { id, account } = await stage.app.portal.db
    .selectFrom('users')
    .innerJoin('role_grants', 'role_grants.user_id', 'users.id')
    .select(['users.id', 'role_grants.account_id as account'])
    .where('email', '=', emailOf('user'))
    .executeTakeFirstOrThrow()
  const admin = await stage.openPage('admin')
  await admin.goto(`/admin/users/${id}`)
  await admin.getByLabel(/^Customer User in/).waitFor()
  expect(await admin.getByText('Staff roles').count()).toBe(0)
  // Its other parts are tabs, as those of an account are sections; domains are listed before an account is chosen.
  await admin.getByRole('tab', { name: 'Sign-in and tools' }).click()
  await admin.waitForURL(/tab=signIn/)
  await admin.goto(`/nordfeld-kabel/${account}/account`)
  await admin.getByRole('navigation', { name: 'Account sections' }).getByRole('link', { name: 'Security' }).click()
  await expect.poll(() => new URL(admin.url()).hash).toBe('#security')
  await admin.goto('/admin/domains')
  await admin.getByRole('list', { name: 'Allowed for an account' }).getByText('nordfeld-kabel.example').waitFor()
  await admin.context().close()
})

test('the preview names the users of a shorter span; a candidate is approved and erased in the night', async () => {
  const admin = await stage.openPage('admin')
  await admin.goto('/admin/users/deletion')
  await admin.getByLabel('Days since the last sign-in').fill('15')
  await admin.getByText(/^\d+ users? would become (a )?candidates?$/).waitFor()
  await admin.getByRole('button', { name: 'Save settings' }).isEnabled()

  const { db } = stage.app.portal
  const candidate = await db
    .selectFrom('users')
    .select(['id', 'full_name'])
    .where('state', '=', 'candidateForDeletion')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const line = admin.getByRole('listitem').filter({ hasText: candidate.full_name })
  await line.first().getByRole('button', { name: 'Approve' }).click()
  await admin.getByText('User approved for deletion').waitFor()
  await addJob(db, defineJob('users.deletion'), {})
  await expect
    .poll(
      async () =>
        (await sql`select 1 from users where id = ${candidate.id} and erased_at is not null`.execute(db)).rows.length,
    )
    .toBe(1)
  await admin.goto(`/admin/users/${candidate.id}`)
  await admin.getByText('User not found').first().waitFor()
  expect(stage.complaints).toEqual([])
  await admin.context().close()
})

/** The link of the newest mail to an address. */
async function linkIn(email: string): Promise<string> {
  const mail = await stage.app.portal.db
    .selectFrom('mail_outbox')
    .select('body_text')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /https?:\S+/.exec(mail.body_text!)![0]
}

/** Sets up an authenticator on the user's profile; returns its secret. */
async function setUpAuthenticator(page: Page): Promise<string> {
  await page.goto('/me')
  await page.getByRole('button', { name: 'Set up' }).click()
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  const secret = (await dialog(page).locator('code').first().textContent())!.replace(/\s/g, '')
  // The focus is in the field of the current step.
  await expect
    .poll(() =>
      dialog(page)
        .getByRole('textbox')
        .evaluate((field) => field === document.activeElement),
    )
    .toBe(true)
  await dialog(page)
    .getByRole('textbox')
    .fill(await generate({ secret }))
  await dialog(page).getByRole('button', { name: 'Confirm' }).click()
  await dialog(page).getByRole('button', { name: 'I have saved them' }).click()
  return secret
}
