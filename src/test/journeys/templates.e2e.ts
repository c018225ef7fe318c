import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userWith } from '../factories.ts'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage

beforeAll(async () => {
  stage = await startE2eApp()
})
afterAll(() => stage.close())

/** Stores a screenshot where SHOTS names a folder. */
async function shot(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
}
async function expectAccessible(page: Page): Promise<void> {
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
}

test('a template is written with { completion and repaired, used in an announcement, and its change reviewed', async () => {
  const admin = await stage.openPage('admin')
  await admin.goto('/admin/templates')
  await admin.getByRole('row').filter({ hasText: 'Planned upgrade' }).waitFor()
  await shot(admin, 'templates')
  await admin.getByRole('link', { name: 'New template' }).click()
  await admin.getByRole('textbox', { name: 'Name', exact: true }).fill('Short work')
  await admin.getByRole('textbox', { name: 'Title' }).fill('Work at {{acount.name}}')
  await admin.getByText('is not a known variable').waitFor()
  await admin.getByRole('button', { name: 'Replace with account.name' }).click()
  expect(await admin.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Work at {{account.name}}')
  await admin.getByRole('button', { name: 'Add user input' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Variable').fill('minutes')
  await dialog.getByLabel('Label').fill('Minutes')
  await dialog.getByRole('button', { name: 'Save input' }).click()
  const content = admin.getByRole('textbox', { name: 'Content' })
  await content.fill('Service is out for ')
  await content.press('End')
  await content.pressSequentially('{min')
  await admin.getByRole('option', { name: /minutes/ }).waitFor()
  await shot(admin, 'completion')
  await content.press('Enter')
  await content.press('End')
  await content.pressSequentially(' minutes.')
  expect(await content.inputValue()).toBe('Service is out for {{minutes}} minutes.')
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Save template' }).click()
  await admin.getByText('Template added').waitFor()

  await admin.goto('/admin/announcements/new')
  await admin.getByRole('combobox', { name: 'Template' }).click()
  await admin.getByRole('option', { name: 'Short work' }).click()
  await admin.getByLabel('Minutes').fill('12')
  await admin.getByText('Service is out for 12 minutes.').first().waitFor()
  await shot(admin, 'announcement')
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Deliver now' }).click()
  await admin.getByText('Announcement added').waitFor()

  await admin.goto('/admin/templates')
  await admin.getByRole('row').filter({ hasText: 'Short work' }).click()
  await admin.getByRole('button', { name: 'Edit minutes' }).click()
  await dialog.getByRole('combobox', { name: 'Type' }).click()
  await admin.getByRole('option', { name: 'Number' }).click()
  await dialog.getByLabel('To').fill('10')
  await dialog.getByRole('button', { name: 'Save input' }).click()
  await admin.getByRole('button', { name: 'Review 1 and save' }).click()
  await dialog.getByText('1 announcement lacks a value').waitFor()
  await shot(admin, 'cascade')
  expect(await dialog.getByRole('button', { name: 'Save template' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Minutes').fill('9')
  await dialog.getByText('1 announcement changes').waitFor()
  await expectAccessible(admin)
  await dialog.getByRole('button', { name: 'Save template' }).click()
  await admin.getByText('Template saved').waitFor()
  await admin.goto('/me/notifications')
  await admin.getByText('Service is out for 9 minutes.').first().waitFor()
  expect(stage.complaints).toEqual([])
})

test('a change of a template shows its seven announcements, and is rejected until the two that it breaks are corrected', async () => {
  const { headers } = await userWith(stage.app, 'ADMIN')
  const post = async (path: string, body: object) => {
    const response = await fetch(`${stage.app.url}/api/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect([response.status, response.ok || (await response.text())]).toEqual([201, true])
    return String(((await response.json()) as { id: string }).id)
  }
  const templateId = await post('templates', {
    name: 'Node split',
    content: 'Service is out for {{minutes}} minutes.',
    deliveryMethod: 'BellAlert',
    userInputs: [{ name: 'minutes', label: 'Minutes', type: 'number', required: true }],
  })
  const { rows } = await stage.app.portal.pool.query('select id::text from announcement_categories order by id limit 1')
  for (const minutes of [12, 9, 8, 15, 7, 6, 5])
    await post('announcements', {
      templateId,
      inputs: { minutes: String(minutes) },
      type: 'info',
      deliveryMethod: 'BellAlert',
      categoryId: rows[0].id,
      recipientsType: 'EVERYONE',
      recipients: {},
    })
  const admin = await stage.openPage('admin')
  await admin.goto('/admin/templates')
  await admin.getByRole('row').filter({ hasText: 'Node split' }).click()
  const dialog = admin.getByRole('dialog')
  await admin.getByRole('button', { name: 'Edit minutes' }).click()
  await dialog.getByLabel('To').fill('10')
  await dialog.getByRole('button', { name: 'Save input' }).click()
  await admin.getByRole('button', { name: 'Review 7 and save' }).click()
  await dialog.getByText('2 announcements lack a value').waitFor()
  const save = dialog.getByRole('button', { name: 'Save template' })
  expect(await save.isDisabled()).toBe(true)
  await shot(admin, 'cascade-of-seven')
  await dialog.getByLabel('Minutes').first().fill('10')
  await dialog.getByText('1 announcement lacks a value').waitFor()
  expect(await save.isDisabled()).toBe(true)
  // The announcement that still lacks a value comes first.
  await dialog.getByLabel('Minutes').first().fill('9')
  await dialog.getByText('7 announcements change').waitFor()
  await save.click()
  await admin.getByText('Template saved').waitFor()
  const { rows: texts } = await stage.app.portal.pool.query(
    `select message from announcements where template_id = $1 order by id`,
    [templateId],
  )
  expect(texts.map(({ message }) => Number(/\d+/.exec(message)?.[0])).filter((minutes) => minutes > 10)).toEqual([])
  expect(texts).toHaveLength(7)
  expect(stage.complaints).toEqual([])
})

test('events are bound to templates, in dark colours and on a phone too', async () => {
  const dark = await stage.openPage('admin', { dark: true })
  await dark.goto('/admin/announcements/events')
  await dark.getByRole('heading', { name: 'Events that announce', level: 1 }).waitFor()
  const outage = dark.locator('section').filter({ has: dark.getByRole('heading', { name: 'Outage opened' }) })
  await outage.getByRole('combobox', { name: 'Template' }).click()
  await dark.getByRole('option', { name: 'Outage opened' }).click()
  await shot(dark, 'events-dark')
  await expectAccessible(dark)
  await dark.getByRole('button', { name: 'Save events' }).click()
  await dark.getByText('Events saved').waitFor()
  await dark.goto('/admin/templates')
  await dark.getByRole('row').filter({ hasText: 'Planned upgrade' }).click()
  await dark.getByText('Upgrade for').first().waitFor()
  await shot(dark, 'editor-dark')
  await expectAccessible(dark)

  const phone = await stage.openPage('admin', { phone: true })
  await phone.goto('/admin/templates')
  await phone.getByText('Planned upgrade').click()
  await phone.getByRole('textbox', { name: 'Content' }).waitFor()
  await shot(phone, 'editor-phone')
  await phone.goto('/admin/announcements/events')
  await phone.getByText('Release delivered').first().waitFor()
  await shot(phone, 'events-phone')
  expect(stage.complaints).toEqual([])
})

test('a press on a field opens its list, also when the list is loaded at that moment', async () => {
  const admin = await stage.openPage('admin')
  let ask = () => {}
  const asked = new Promise<void>((resolve) => {
    ask = resolve
  })
  let aim = () => {}
  const aimed = new Promise<void>((resolve) => {
    aim = resolve
  })
  let press = () => {}
  const pressed = new Promise<void>((resolve) => {
    press = resolve
  })
  await admin.route(/\/assets\/[^/]+\.js$/, async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    if (!body.includes('as LoadedSelect')) return route.fulfill({ response, body })
    ask()
    await aimed
    // The page is busy from when it has the list to when it is pressed: the press comes before the list is drawn.
    const busy = `{const wait=new XMLHttpRequest();wait.open('GET','/assets/busy',false);wait.send()}`
    await route.fulfill({ response, body: `${body};${busy}` })
  })
  const busy = admin.waitForRequest('**/assets/busy')
  await admin.route('**/assets/busy', async (route) => {
    await pressed
    await route.fulfill({ body: '' })
  })
  await admin.goto('/admin/announcements/new')
  await asked
  await admin.getByRole('combobox', { name: 'Template' }).hover()
  aim()
  await busy
  const down = admin.mouse.down()
  press()
  await down
  await admin.mouse.up()
  await admin.getByRole('option', { name: 'Planned upgrade' }).waitFor()
  expect(stage.complaints).toEqual([])
})
