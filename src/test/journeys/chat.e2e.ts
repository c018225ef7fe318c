import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage
let path: string

beforeAll(async () => {
  stage = await startE2eApp()
  const { rows } = await stage.app.portal.pool.query(`select id from accounts where name = 'nordfeld-kabel'`)
  path = `/nordfeld-kabel/${rows[0].id}/chat`
})
afterAll(() => stage.close())

/** A message; the list of channels shows the newest one too. */
function said(page: Page, text: string) {
  return page.getByRole('article').getByText(text)
}

async function openChat(page: Page): Promise<void> {
  await page.goto(path)
  await said(page, 'I come back to core 3').waitFor()
  // A phone has no space for the word.
  if ((page.viewportSize()?.width ?? 0) > 800) await page.getByText('Live', { exact: true }).waitFor()
}

async function write(page: Page, label: RegExp, words: string, keys: string): Promise<void> {
  const field = page.getByRole('textbox', { name: label })
  await field.click()
  await page.locator('.ProseMirror').last().waitFor()
  await field.fill(words)
  await field.press(keys)
}

test('a customer writes, staff sees it at once and replies; an internal message never reaches the customer', async () => {
  const customer = await stage.openPage('user')
  const frames: string[] = []
  customer.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(payload.toString())))
  const staff = await stage.openPage('engineer')
  await openChat(customer)
  await openChat(staff)
  expect(await customer.getByText('Only Harmonic reads this').count()).toBe(0)
  await staff.getByRole('heading', { name: 'Only Harmonic reads this' }).waitFor()

  await write(customer, /^Message to/, 'Is core 3 safe tonight?', 'Enter')
  await said(staff, 'Is core 3 safe tonight?').waitFor()
  await write(staff, /^Note for/, 'Do not promise anything yet', 'Alt+Enter')
  const internal = staff.getByRole('region', { name: 'Only Harmonic reads this' })
  await internal.getByText('Do not promise anything yet').waitFor()
  await write(staff, /^Message to/, 'Yes, we watch it', 'Enter')
  await said(customer, 'Yes, we watch it').waitFor()

  // What is not sent stays at its place: over another page and a reload, and without a network until it is sent.
  const field = customer.getByRole('textbox', { name: /^Message to/ })
  await field.fill('Half a thought')
  await customer.getByRole('link', { name: 'Dashboard' }).first().click()
  await customer.getByRole('link', { name: 'Chat' }).first().click()
  await customer.getByText('Half a thought').waitFor()
  await customer.context().setOffline(true)
  await field.press('Enter')
  await customer.getByText('waits for the connection').waitFor()
  await customer.getByRole('link', { name: 'Dashboard' }).first().click()
  await customer.context().setOffline(false)
  await customer.goto(path)
  await said(staff, 'Half a thought').waitFor()
  await customer.getByText('waits for the connection').waitFor({ state: 'detached' })

  await customer.reload()
  await said(customer, 'Yes, we watch it').waitFor()
  expect(await customer.getByText('Do not promise').count()).toBe(0)
  expect(frames.some((frame) => frame.includes('/topic/slack/channels/'))).toBe(true)
  expect(frames.filter((frame) => /Do not promise|\/internal/.test(frame))).toEqual([])
  await customer.context().close()
  await staff.context().close()
})

test('the up arrow edits the last message, and a message becomes a case', async () => {
  const page = await stage.openPage('user')
  await openChat(page)
  await write(page, /^Message to/, 'The OLT loggs stop', 'Enter')
  await said(page, 'The OLT loggs stop').waitFor()
  await page.getByText('sending …').waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: /^Message to/ }).press('ArrowUp')
  const editor = page.getByRole('textbox', { name: 'Edit', exact: true })
  await editor.fill('The OLT logs stop at midnight')
  await page.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('article').filter({ hasText: 'The OLT logs stop at midnight' })
  await row.getByText('edited', { exact: true }).waitFor()

  await row.hover()
  await row.getByRole('button', { name: 'More actions of this message' }).click()
  await page.getByRole('menuitem', { name: 'New case from this message' }).click()
  await page.getByRole('form', { name: 'New case from 1 message and 0 files' }).waitFor()
  expect(await page.getByLabel('Subject of the case').inputValue()).toBe('The OLT logs stop at midnight')
  await page.getByRole('button', { name: 'Create case' }).click()
  await row.getByRole('link', { name: /^NORD/ }).click()
  await page.getByRole('heading', { name: 'The OLT logs stop at midnight' }).waitFor()
  await page.context().close()
})

test('a case leads to its chat, which is opened with the users of the case', async () => {
  const page = await stage.openPage('engineer')
  const { rows } = await stage.app.portal.pool.query(
    `select k.key, k.account_id from cases k join accounts a on a.id = k.account_id
     where a.name = 'nordfeld-kabel' and not k.internal and not exists (select from chat_channels where case_id = k.id) order by k.id limit 1`,
  )
  const { key, account_id: accountId } = rows[0]
  const openFromCase = async () => {
    await page.goto(`/nordfeld-kabel/${accountId}/support/case/${key}`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Chat about the case' }).click()
  }
  await openFromCase()
  const dialog = page.getByRole('dialog', { name: `Chat of ${key}` })
  await dialog.getByText('The case has no chat yet.').waitFor()
  await dialog.getByRole('button', { name: 'Open the chat' }).click()
  const head = page.getByText(`Channel of ${key}`)
  await head.waitFor()
  await openFromCase()
  await head.waitFor()
  await page.context().close()
})

test('on a phone the sides are tabs; without a connection a message waits and is sent once', async () => {
  const page = await stage.openPage('engineer', { phone: true, dark: true })
  await openChat(page)
  await page.getByRole('radio', { name: 'Harmonic only' }).check()
  await said(page, 'Telemetry holds a lock').waitFor()
  await page.getByRole('radio', { name: /reads$/ }).check()
  await said(page, 'I come back to core 3').waitFor()
  await page.route('**/message/form', (route) => route.abort())
  const field = page.getByRole('textbox', { name: /^Message to/ })
  await field.click()
  await page.locator('.ProseMirror').last().waitFor()
  await field.fill('Written in a tunnel')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('waits for the connection').waitFor()
  await page.unroute('**/message/form')
  await page.getByText('waits for the connection').waitFor({ state: 'detached' })
  await expect
    .poll(async () => {
      const { rows } = await stage.app.portal.pool.query(
        `select count(*)::int as count from chat_messages where body = 'Written in a tunnel'`,
      )
      return rows[0].count
    })
    .toBe(1)
  await page.context().close()
})
