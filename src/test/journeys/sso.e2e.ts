import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../product-process.ts'
import { buildProgram } from '../program.ts'
import { type Stage, setStage } from './stage.ts'

let stage: Stage
let provider: ChildProcess
let issuer: string

beforeAll(async () => {
  const [own, other] = [await freePort(), await freePort()]
  issuer = `http://localhost:${other}`
  stage = await setStage({ PORT: String(own), PRIVATE_HOSTS: `localhost:${other}` })
  const source = new URL('../../features/identity-providers/server/outside-provider.program.ts', import.meta.url)
  const comesBack = `${stage.app.url}/login/oauth2/code/outside-id`
  provider = spawn(process.execPath, [await buildProgram(source), String(other), comesBack])
  await once(provider.stdout!, 'data')
})
afterAll(async () => {
  await stage.close()
  provider.kill()
})

test('a provider is set up wrongly, the test and the doctor name the setting, it is mended, and somebody signs in through it', async () => {
  const admin = await stage.enter('admin')
  await admin.goto('/admin/sso')
  await admin.getByText('Everybody signs in with the portal’s own directory').waitFor()
  await admin.getByRole('button', { name: 'Set up a provider' }).click()
  await admin.getByRole('button', { name: 'Set up', exact: true }).click()
  await admin.getByRole('textbox', { name: 'Name', exact: true }).fill('Outside ID')
  await admin.getByLabel('Issuer').fill('http://169.254.169.254/')
  await admin.getByLabel('Client id').fill('somebody-else')
  await admin.getByLabel('Client secret').fill('a secret between us')
  await admin.getByLabel('E-mail domains').fill('outside.example')
  await admin.getByLabel('Make people who are new').click()
  await admin.getByRole('button', { name: 'Set up', exact: true }).click()
  await admin.getByText('the address must begin with https://').waitFor()
  await admin.getByLabel('Issuer').fill(issuer)
  await admin.getByRole('button', { name: 'Set up', exact: true }).click()
  await admin.getByText('The provider is set up').waitFor()

  const refused = 'The provider does not take the client id somebody-else with this secret.'
  await inWindow(admin, 'Test sign-in', 'The test stopped')
  await admin.getByText(refused).first().waitFor()
  await admin.getByLabel('E-mail domain or address').fill('ann@outside.example')
  await admin.getByRole('button', { name: 'Look' }).click()
  await admin.getByText('To change: Client id and secret').waitFor()
  await admin.getByText(refused).nth(1).waitFor()
  const { violations } = await new AxeBuilder({ page: admin }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])

  await admin.getByLabel('Client id').fill('portal')
  await admin.getByRole('button', { name: 'Save' }).click()
  await admin.getByText('The provider is saved').waitFor()
  await inWindow(admin, 'Test again', 'The test went through')
  await admin.getByText('The sign-in works. ann@outside.example would come in.').waitFor()
  await admin.getByText('Nothing is wrong as far as can be seen from here.').waitFor()

  const ann = await stage.open()
  await ann.goto('/signin')
  await ann.getByLabel('E-mail').fill('ann@outside.example')
  await ann.keyboard.press('Enter')
  await ann.getByRole('main').getByText('Welcome').first().waitFor()
  await admin.getByText('signed in', { exact: true }).first().waitFor()
  expect(stage.complaints).toEqual([])
})

/** Presses the button, and reads the window that opens to its end. */
async function inWindow(page: Page, button: string, end: string): Promise<void> {
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: button }).click(),
  ])
  await opened.getByRole('heading', { name: end }).waitFor()
  await opened.close()
}
