import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#features/users/demo-users/server/index.ts'
import { hashPassword, storePassword } from '#features/users/passwords/server/index.ts'
import { grantRole } from '#features/users/users/server/index.ts'
import { freePort } from '../product-process.ts'
import { buildProgram } from '../program.ts'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage
let provider: ChildProcess
let issuer: string

beforeAll(async () => {
  const [own, other] = [await freePort(), await freePort()]
  issuer = `http://localhost:${other}`
  stage = await startE2eApp({ PORT: String(own), PRIVATE_HOSTS: `localhost:${other}` })
  const source = new URL(
    '../../features/sign-in/identity-providers/server/outside-provider.program.ts',
    import.meta.url,
  )
  const comesBack = `${stage.app.url}/login/oauth2/code/outside-id`
  provider = spawn(process.execPath, [await buildProgram(source), String(other), comesBack])
  await once(provider.stdout!, 'data')
})
afterAll(async () => {
  await stage.close()
  provider.kill()
})

test('a provider is set up wrongly, test and diagnostics name the setting, it is fixed, and a user signs in', async () => {
  await stage.app.portal.db.deleteFrom('identity_providers').execute()
  const admin = await stage.openPage('admin')
  await admin.goto('/admin/sso')
  await admin.getByText('All users sign in with the portal’s own directory').waitFor()
  await admin.getByRole('button', { name: 'Add provider' }).click()
  await admin.getByRole('button', { name: 'Create', exact: true }).click()
  await admin.getByRole('textbox', { name: 'Name', exact: true }).fill('Outside ID')
  await admin.getByLabel('Issuer').fill('http://169.254.169.254/')
  await admin.getByLabel('Client ID').fill('somebody-else')
  await admin.getByLabel('Client secret').fill('a secret between us')
  await admin.getByLabel('E-mail domains').fill('outside.example')
  await admin.getByLabel('Create new users').click()
  await admin.getByRole('button', { name: 'Create', exact: true }).click()
  await admin.getByText('the URL must start with https://').waitFor()
  await admin.getByLabel('Issuer').fill(issuer)
  await admin.getByRole('button', { name: 'Create', exact: true }).click()
  await admin.getByText('Provider created').waitFor()
  await admin.getByRole('button', { name: 'Enable', exact: true }).click()
  const untested = admin.getByRole('dialog', { name: 'Enable Outside ID without a test?' })
  await untested.getByRole('textbox').fill('Outside ID')
  await untested.getByRole('button', { name: 'Enable', exact: true }).click()
  await admin.getByText('Provider enabled').waitFor()

  const rejected = 'The provider rejects the client ID somebody-else with this secret.'
  await inWindow(admin, 'Test sign-in', 'The test failed')
  await admin.getByText(rejected).first().waitFor()
  await admin.getByLabel('E-mail domain or address').fill('ann@outside.example')
  await admin.getByRole('button', { name: 'Run', exact: true }).click()
  await admin.getByText('Setting to change: Client ID and secret').waitFor()
  await admin.getByText(rejected).nth(1).waitFor()
  const { violations } = await new AxeBuilder({ page: admin }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])

  // Known to the provider, but its response is meant for another client.
  await admin.getByLabel('Client ID').fill('portal-test')
  await save(admin)
  const ann = await stage.open()
  await signIn(ann)
  await ann.getByText('Headend could not accept the response from Outside ID.').waitFor()
  const reference = /Reference (\w{8})/.exec((await ann.getByRole('main').textContent()) ?? '')![1]!
  await admin.getByText(reference).first().waitFor()
  await admin.getByRole('button', { name: 'Run', exact: true }).click()
  await admin.getByText('The response is for portal, not for portal-test.').first().waitFor()
  await admin.getByText('Setting to change: Client ID and secret').waitFor()
  await admin.getByRole('button', { name: 'Open the setting' }).click()
  await admin.getByLabel('Client ID').fill('portal')
  await save(admin)
  await inWindow(admin, 'Test again', 'The test succeeded')
  await admin.getByText('The test sign-in succeeded. ann@outside.example can sign in.').waitFor()
  await admin.getByText('No problems found.').waitFor()

  await signIn(ann)
  await ann.getByRole('main').getByText('Welcome').first().waitFor()
  await admin.getByText('signed in', { exact: true }).first().waitFor()
  expect(stage.complaints).toEqual([])
})

async function signIn(page: Page, email = 'ann@outside.example'): Promise<void> {
  await page.goto('/signin')
  await page.getByLabel('E-mail').fill(email)
  await page.keyboard.press('Enter')
}

test('a user who still has a password here is moved to the provider, by hand and by its list', async () => {
  const { db } = stage.app.portal
  const hash = await hashPassword(demoPassword)
  const ids = await Promise.all(
    ['paul', 'rosa'].map((name) =>
      db.transaction().execute(async (tx) => {
        const user = { email: `${name}@outside.example`, full_name: `${name} Holm`, state: 'active' }
        const { id } = await tx.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
        await storePassword(tx, id, hash, { userName: 'test' })
        await grantRole(tx, { userName: 'test' }, { userId: id, role: 'USER', account: 'nordfeld-kabel' })
        return id
      }),
    ),
  )
  const admin = await stage.openPage('admin')
  await admin.goto(`/admin/users/${ids[0]}`)
  await admin.getByRole('button', { name: 'More' }).click()
  await admin.getByRole('menuitem', { name: 'Move to Outside ID' }).click()
  await admin.getByText('This is removed immediately: their portal password.').waitFor()
  await admin.getByRole('button', { name: 'Move to Outside ID' }).click()
  await admin.getByText('paul Holm now signs in with Outside ID').waitFor()
  await admin.getByTitle('Outside ID manages this sign-in').first().waitFor()

  await admin.goto('/admin/sso?provider=outside-id')
  await admin.getByText('1 user of these domains still has a portal password').waitFor()
  await admin.getByRole('button', { name: 'Move them to Outside ID' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Move them to Outside ID' }).click()
  await admin.getByText('1 user was moved').waitFor()
  const { violations } = await new AxeBuilder({ page: admin }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])

  const rosa = await stage.open()
  await signIn(rosa, 'rosa@outside.example')
  await rosa.waitForURL(/nordfeld-kabel/)
  await rosa.goto('/me')
  await rosa.getByText('Managed by Outside ID').waitFor()
  expect(await rosa.getByText('Recovery codes').count()).toBe(0)

  await admin.goto('/admin/users?provider=outside-id')
  await admin.getByRole('grid').getByText('rosa Holm').waitFor()
  expect(stage.complaints).toEqual([])
})

/** Saves the open provider; done when it is saved, whatever is still shown of an earlier save. */
async function save(admin: Page): Promise<void> {
  const saved = admin.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  await admin.getByRole('button', { name: 'Save' }).click()
  await saved
}

/** Presses the button, and reads the window that opens to its end. */
async function inWindow(page: Page, button: string, end: string): Promise<void> {
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: button }).click(),
  ])
  await opened.getByRole('heading', { name: end }).waitFor()
  await opened.close()
}
