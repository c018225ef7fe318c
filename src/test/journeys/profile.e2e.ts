import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailOf, type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage

beforeAll(async () => {
  stage = await startE2eApp()
})
afterAll(() => stage.close())

test('settings show at once, outlive a reload and reach the next browser', async () => {
  const page = await stage.openPage('manager')
  await page.goto('/me')
  await expect.poll(() => appearanceOf(page)).toEqual({ theme: 'light', density: 'normal', text: undefined })
  await choose(page, 'Theme', 'Dark')
  await choose(page, 'Row height', 'Comfortable')
  const saved = settingsSaved(page)
  await page.getByText('Larger text', { exact: true }).click()
  await saved
  const chosen = { theme: 'dark', density: 'comfortable', text: 'large' }
  await expect.poll(() => appearanceOf(page)).toEqual(chosen)

  // The first paint has them already: the page's own script is blocked.
  await page.route('**/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  await page.reload({ waitUntil: 'domcontentloaded' })
  expect(await appearanceOf(page)).toEqual(chosen)
  await page.unroute('**/*.js')

  const second = await stage.openPage('manager')
  await second.goto('/me')
  await expect.poll(() => appearanceOf(second)).toEqual(chosen)
  await expect.poll(() => second.getByLabel('Larger text').isChecked()).toBe(true)
  await page.context().close()
  await second.context().close()
})

test('a session that is ended elsewhere is signed out at once', async () => {
  const here = await stage.openPage('csm')
  const there = await stage.openPage('csm')
  await there.getByText('Live', { exact: true }).waitFor()
  await here.goto('/me')
  await here
    .getByRole('button', { name: /^End the session on/ })
    .first()
    .click()
  await there.waitForURL(/\/signin\?reason=expired/)
  await there.getByText('Your session has ended.').waitFor()
  await here.getByText('The session was ended').waitFor()
  await expect.poll(() => here.getByRole('button', { name: /^End the session on/ }).count()).toBe(0)
  await here.context().close()
  await there.context().close()
})

test('a button that cannot be used yet says why by keyboard, pointer and touch, and does nothing', async () => {
  for (const phone of [false, true]) {
    const page = await stage.openPage('user', { phone })
    await page.goto('/me')
    await page.getByRole('button', { name: 'New token' }).click()
    const dialog = page.getByRole('dialog')
    const create = dialog.getByRole('button', { name: 'Create token' })
    const reason = page.getByRole('tooltip', { name: 'Name the token first.' })
    expect(await create.isDisabled()).toBe(true)
    expect(await dialog.getByRole('button', { description: 'Name the token first.' }).textContent()).toBe(
      'Create token',
    )
    expect(await reason.count()).toBe(0)
    if (phone) await create.tap({ force: true })
    else await create.hover({ force: true })
    await reason.waitFor()
    await create.focus()
    await create.press('Escape')
    await expect.poll(() => reason.count()).toBe(0)
    await dialog.getByLabel('Name').press('Enter')
    await reason.waitFor()
    await dialog.getByLabel('Name').fill('Report of each night')
    await expect.poll(() => reason.count()).toBe(0)
    expect(await create.isEnabled()).toBe(true)
    await page.context().close()
  }
})

test('a token is shown once, opens the API by Basic, and nothing once it is revoked', async () => {
  const page = await stage.openPage('user')
  await page.goto('/me')
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByLabel('Name').fill('Nightly report')
  await page.getByRole('button', { name: 'Create token' }).click()
  const secret = (await page.getByRole('dialog').locator('code').first().textContent())!
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await page.getByText('Nightly report', { exact: true }).waitFor()
  expect(await page.content()).not.toContain(secret)

  const basic = `Basic ${Buffer.from(`${emailOf('user')}:${secret}`).toString('base64')}`
  const call = () => fetch(`${stage.app.url}/api/users/me`, { headers: { authorization: basic } })
  expect(await (await call()).json()).toMatchObject({ username: emailOf('user') })
  await page.getByRole('button', { name: 'Revoke Nightly report' }).click()
  await page.getByRole('button', { name: 'Revoke token' }).click()
  await page.getByText('The token Nightly report was revoked').waitFor()
  await expect.poll(async () => (await call()).status).toBe(401)
  await page.context().close()
})

test('no page reported an error', () => expect(stage.complaints).toEqual([]))

async function choose(page: Page, setting: string, value: string): Promise<void> {
  const saved = settingsSaved(page)
  await page.getByRole('radiogroup', { name: setting }).getByText(value, { exact: true }).click()
  await saved
}

function settingsSaved(page: Page): Promise<unknown> {
  return page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
}

function appearanceOf(page: Page) {
  return page.evaluate(() => {
    const { mantineColorScheme: theme, density, text } = document.documentElement.dataset
    return { theme, density, text }
  })
}
