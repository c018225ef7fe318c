import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage
let path: string

beforeAll(async () => {
  stage = await startE2eApp()
  const { rows } = await stage.app.portal.pool.query(`select id from accounts where name = 'nordfeld-kabel'`)
  path = `/nordfeld-kabel/${rows[0].id}/wiki`
})
afterAll(() => stage.close())

async function open(page: Page, at = path): Promise<void> {
  await page.goto(at)
  await page.getByRole('tree', { name: 'Nordfeld Kabel' }).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
}

/** The page in the tree of the account. */
function inTree(page: Page, title: string) {
  return page.getByRole('tree', { name: 'Nordfeld Kabel' }).getByRole('treeitem', { name: title })
}

async function write(page: Page, words: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Text' })
  await field.click()
  const editor = page.locator('.ProseMirror')
  await editor.waitFor()
  await editor.fill(words)
}

test('a manager writes and edits a page that another user sees live, compares its versions and restores one', async () => {
  const manager = await stage.openPage('manager')
  const user = await stage.openPage('user')
  await open(manager)
  await open(user)
  expect(await user.getByRole('button', { name: 'New page' }).count()).toBe(0)

  await manager.getByRole('button', { name: 'New page' }).click()
  await manager.getByRole('textbox', { name: 'Title' }).fill('Ring switch-over')
  await write(manager, 'Wait six minutes.')
  await manager.getByRole('button', { name: 'Create page' }).click()
  await manager.getByRole('heading', { name: 'Ring switch-over', level: 1 }).waitFor()
  await inTree(user, 'Ring switch-over').click()
  const text = user.getByRole('article')
  await text.getByText('Wait six minutes.').waitFor()
  expect(await user.getByRole('button', { name: 'Edit' }).count()).toBe(0)

  await manager.keyboard.press('e')
  await write(manager, 'Wait four minutes.')
  await manager.getByLabel('What changed').fill('Faster optics')
  await manager.getByRole('button', { name: 'Save' }).click()
  await text.getByText('Wait four minutes.').waitFor()

  await manager.getByRole('button', { name: 'History' }).click()
  const difference = manager.getByRole('region', { name: 'Differences' })
  await difference.getByRole('deletion').filter({ hasText: 'six' }).waitFor()
  await difference.getByRole('insertion').filter({ hasText: 'four' }).waitFor()
  await manager.getByText('Faster optics').waitFor()
  await difference.getByRole('button', { name: 'Restore version 1' }).click()
  await manager.getByRole('dialog').getByRole('button', { name: 'Restore version 1' }).click()
  await text.getByText('Wait six minutes.').waitFor()
  await manager.getByText('Version 3').first().waitFor()

  // What was not touched stays to the byte; a spreadsheet becomes a table, the output of a console stays as it is.
  const body =
    '* See [the plan](https://plans.example/7)\n* run show_ring_state\n\n- [ ] open\n\n| Hub | Ring |\n|:--|--:|\n| Kiel | 4 |\n\nLast line.\n'
  await manager.getByRole('button', { name: 'Edit' }).click()
  await manager.getByText('Markdown', { exact: true }).click()
  await manager.getByRole('textbox', { name: 'Text', exact: true }).fill(body)
  await manager.getByRole('button', { name: 'Save' }).click()
  await text.getByText('show_ring_state').waitFor()
  const stored = async () =>
    (await stage.app.portal.pool.query(`select body from wiki_pages where title = 'Ring switch-over'`)).rows[0].body
  await manager.getByRole('button', { name: 'Edit' }).click()
  const field = manager.locator('.ProseMirror')
  await field.getByText('Last line.').click()
  await manager.keyboard.press('Control+End')
  await manager.keyboard.press('Enter')
  await manager.keyboard.type('The end')
  await expect.poll(() => field.textContent()).toContain('The end')
  await field.evaluate((editor) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData(
      'text/html',
      '<table><tr><td>Port</td><td>Level</td></tr><tr><td>7</td><td>-3</td></tr></table>',
    )
    clipboardData.setData('text/plain', 'Port\tLevel\n7\t-3')
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await field.locator('td', { hasText: '-3' }).waitFor()
  await manager.getByRole('button', { name: 'Save' }).click()
  await text.locator('td', { hasText: '-3' }).waitFor()
  expect((await stored()).startsWith(`${body}\nThe end`)).toBe(true)
  expect(await stored()).toMatch(/\| Port \| Level \|\n\| --- \| --- \|\n\| 7 \| -3 \|$/)
  await manager.context().close()
  await user.context().close()
  expect(stage.complaints).toEqual([])
})

test('who saves a page that another user saved meanwhile decides whose text stays', async () => {
  const [manager, staff] = [await stage.openPage('manager'), await stage.openPage('csm')]
  await open(manager)
  await inTree(manager, 'Contacts on call').click()
  await manager.getByRole('button', { name: 'Edit' }).click()
  await manager.getByRole('textbox', { name: 'Text', exact: true }).fill('Mine')
  await open(staff, new URL(manager.url()).pathname)
  await staff.getByRole('button', { name: 'Edit' }).click()
  await staff.getByRole('textbox', { name: 'Text', exact: true }).fill('Theirs')
  await staff.getByRole('button', { name: 'Save' }).click()

  const conflict = manager.getByRole('alert', { name: 'The page was saved by another user' })
  await conflict.getByText('Jonas Wieland saved version 2').waitFor()
  expect(await manager.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  await manager.getByRole('button', { name: 'Save' }).click()
  await staff.getByRole('article').getByText('Mine').waitFor()
  await manager.context().close()
  await staff.context().close()
  expect(stage.complaints).toEqual([])
})

test('a customer finds no page for vendor staff, neither in the tree nor by search', async () => {
  const secret = 'What to know about this account'
  const staff = await stage.openPage('csm')
  await open(staff)
  await inTree(staff, secret).click()
  await staff.getByText('Only Harmonic reads this', { exact: true }).waitFor()
  const at = new URL(staff.url()).pathname
  await staff.getByRole('searchbox', { name: 'Search titles and texts' }).fill('harbour')
  await staff.getByText('1 page found').waitFor()

  const customer = await stage.openPage('manager')
  await open(customer)
  await inTree(customer, 'Contacts on call').waitFor()
  expect(await customer.getByText(secret).count()).toBe(0)
  const shared = customer.getByRole('tree', { name: 'Shared' })
  await shared.getByRole('treeitem', { name: 'Maintenance window' }).press('ArrowLeft')
  await shared.getByRole('treeitem', { name: 'Before the window' }).waitFor({ state: 'detached' })
  await customer.keyboard.press('ArrowRight')
  await customer.keyboard.press('ArrowRight')
  await customer.keyboard.press('Enter')
  await customer.getByRole('heading', { name: 'Before the window', level: 1 }).waitFor()
  await customer.getByRole('searchbox', { name: 'Search titles and texts' }).fill('harbour')
  await customer.getByText('No page has these words').waitFor()
  await customer.goto(at)
  await customer.getByRole('heading', { name: 'This page was not found' }).waitFor()
  await staff.context().close()
  await customer.context().close()
  // The page that is not visible is not found.
  expect(stage.complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
})
