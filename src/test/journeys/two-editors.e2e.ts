import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#features/users/demo-users/server/index.ts'
import { type SignedIn, signIn } from '../sign-in.ts'
import { emailOf, type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage
let other: SignedIn

beforeAll(async () => {
  stage = await startE2eApp()
  other = await signIn(stage.app.url, emailOf('manager'), demoPassword)
})
afterAll(() => stage.close())

const json = { phone: '+49 40 1234', jobTitle: 'Operations' }

/**
 * Opens a user's page, writes a job title once the page `received`, and has another user write that and a phone number
 * meanwhile.
 */
async function writeAtOnce(page: Page, received: Promise<unknown> = Promise.resolve()) {
  const { id } = await stage.app.portal.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', emailOf('user'))
    .executeTakeFirstOrThrow()
  const address = `/api/users/${id}`
  await other.call(address, { method: 'PATCH', json: { phone: null, jobTitle: null } })
  await page.goto(`/admin/users/${id}?tab=profile`)
  await received
  await page.getByLabel('Job title').fill('Head of access')
  expect((await other.call(address, { method: 'PATCH', json })).status).toBe(200)
  return {
    save: page.getByRole('button', { name: 'Save changes' }),
    shown: async () => [await page.getByLabel('Job title').inputValue(), await page.getByLabel('Phone').inputValue()],
    stored: async () => (await other.call(address)).json(),
  }
}

test('the user who saves second is notified at the form, loses nothing, sees the other text, and saves again', async () => {
  const page = await stage.openPage('admin')
  // No live messages arrive, so the portal has to reject.
  await page.routeWebSocket(/\/api\/ws/, (socket) => socket.close())
  const { save, shown, stored } = await writeAtOnce(page)
  await save.click()
  await page.getByText(/^Another user changed this in the meantime. Reload/).waitFor()
  await page.getByText(/^Another user changed this in the meantime. Save/).waitFor()
  expect(await shown()).toEqual(['Head of access', '+49 40 1234'])
  // Visiting another tab loses nothing of it.
  await page.getByRole('tab', { name: 'Roles' }).click()
  await save.waitFor({ state: 'hidden' })
  await page.getByRole('tab', { name: 'Profile' }).click()
  expect(await shown()).toEqual(['Head of access', '+49 40 1234'])
  await save.click()
  await save.waitFor({ state: 'detached' })
  expect(await stored()).toMatchObject({ ...json, jobTitle: 'Head of access' })
  expect(stage.complaints).toEqual([])
  await page.context().close()
})

test('what another user saved shows at once in the open form, and beside typed text', async () => {
  const page = await stage.openPage('admin')
  // On whichever connection: the first page may open its own only now.
  const received = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        if (String(payload).includes('/topic/users')) resolve()
      }),
    )
  })
  const { save, shown, stored } = await writeAtOnce(page, received)
  await page.getByText(/^Another user changed this in the meantime. Save/).waitFor()
  expect(await shown()).toEqual(['Head of access', '+49 40 1234'])
  await save.click()
  await save.waitFor({ state: 'detached' })
  expect(await stored()).toMatchObject({ ...json, jobTitle: 'Head of access' })
  expect(stage.complaints).toEqual([])
  await page.context().close()
})

test('a change elsewhere on the page of an account keeps its typed text, and it is saved without an error', async () => {
  const { id } = await stage.app.portal.db
    .selectFrom('accounts')
    .select('id')
    .where('name', '=', 'nordfeld-kabel')
    .executeTakeFirstOrThrow()
  const page = await stage.openPage('admin')
  await page.goto(`/nordfeld-kabel/${id}/account`)
  await page.getByLabel('City').fill('Lübeck')
  await page.getByLabel(/second factor/).click()
  await page.getByText('A second factor is required from the next sign-in').waitFor()
  await page
    .getByLabel(/second factor/)
    .and(page.locator(':checked'))
    .waitFor()
  expect(await page.getByLabel('City').inputValue()).toBe('Lübeck')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await page.getByText('Account saved').waitFor()
  expect(await (await other.call(`/api/accounts/${id}`)).json()).toMatchObject({ city: 'Lübeck' })
  expect(stage.complaints).toEqual([])
  await page.context().close()
})
