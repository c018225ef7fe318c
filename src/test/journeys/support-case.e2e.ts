import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mailbox, openMailbox } from '../mailbox.ts'
import { confirmedFor, deliverReply, freePort, replySettings } from '../reply-app.ts'
import { emailOf, type Look, type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage
let mailbox: Mailbox
/** Where the portal listens for replies by mail. */
let port: number

beforeAll(async () => {
  mailbox = await openMailbox()
  port = await freePort()
  stage = await startE2eApp(replySettings(mailbox, port))
})
afterAll(async () => {
  await stage.close()
  mailbox.close()
})

const styles: readonly (Look & { name: string; subject: string })[] = [
  { name: 'wide and light', subject: 'Upstream lost on node Kiel-4' },
  { name: 'wide and dark', dark: true, subject: 'Ranging fails on node Kiel-6' },
  { name: 'narrow and light', phone: true, subject: 'No IPv6 leases on node Kiel-7' },
  { name: 'narrow and dark', dark: true, phone: true, subject: 'Modems reboot on node Kiel-9' },
]

/** A picture of 1 × 1, pasted by the customer. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test.each(styles)('a case from filing to resolution, live on both sides: $name', async ({ subject, ...look }) => {
  const engineer = await stage.openPage('engineer', look)
  if (look.phone) await engineer.goto('/support')
  else await engineer.getByRole('link', { name: 'Support' }).first().click()
  await engineer.getByText(/^[\d,]+ cases$/).waitFor()

  const customer = await stage.openPage('user', look)
  await customer.getByRole('heading', { level: 1 }).waitFor()
  expect(new URL(customer.url()).pathname).toMatch(/^\/nordfeld-kabel\/\d+\/dashboard$/)
  if (look.phone) await customer.goto(new URL(customer.url()).pathname.replace('dashboard', 'support/customerCases'))
  const key = await fileCase(customer, subject)

  // The queue does not jump: it shows that there is something new, and loads it on request.
  await engineer
    .getByRole('button', { name: /new/ })
    .and(engineer.getByText(/^\d+ new$/))
    .click()
  const row = engineer.getByRole(look.phone ? 'listitem' : 'row').filter({ hasText: key })
  await row.waitFor()
  if (look.phone) await row.click()
  else for (const pressed of ['j', 'Enter']) await engineer.keyboard.press(pressed)
  await engineer.getByRole('heading', { name: subject }).waitFor()

  await say(engineer, /^Reply to/, 'We look at **node Kiel** now.', 'Send reply')
  await customer.getByText('We look at node Kiel now.').waitFor()
  await engineer
    .getByRole('button', { name: /^Reply to/ })
    .first()
    .click()
  await engineer.getByRole('textbox', { name: /^Reply to/ }).fill('Not sent')
  await engineer.getByText(/^\d+ users of Nordfeld Kabel can read it\./).waitFor()
  await engineer.getByRole('button', { name: /^Mail to/ }).click()
  await engineer.getByRole('dialog', { name: 'Who is notified' }).getByText('Mail now').first().waitFor()
  await engineer.keyboard.press('Escape')
  await engineer.getByRole('textbox', { name: /^Reply to/ }).fill('')
  await say(engineer, /^Internal note/, 'Secret: same card as last spring.', 'Add internal note')
  await engineer.getByText('Secret: same card as last spring.').waitFor()

  await engineer.getByRole('button', { name: 'Resolve', exact: true }).click()
  await engineer.getByRole('button', { name: 'Resolve case' }).click()
  await engineer.getByText('Choose a resolution.').waitFor()
  await engineer.getByRole('combobox', { name: 'Resolution' }).click()
  await engineer.getByRole('option', { name: 'Hardware replaced' }).click()
  await engineer.getByRole('button', { name: 'Resolve case' }).click()
  await customer.getByText('Resolved', { exact: true }).first().waitFor()
  if (!look.phone) {
    // The bell shows the event.
    await customer.getByRole('button', { name: /^Notifications/ }).click()
    await customer.getByText(new RegExp(` changed ${key}. The status changed from .* to resolved`)).waitFor()
    await customer.keyboard.press('Escape')
  }
  expect(await customer.content()).not.toContain('Secret')
  await customer.reload()
  await customer.getByText('We look at node Kiel now.').waitFor()
  expect(await customer.content()).not.toContain('Secret')

  await customer
    .getByRole('button')
    .filter({ hasText: /^Close/ })
    .first()
    .click()
  await customer.getByText('Closed', { exact: true }).first().waitFor()
  // The page may show it before it is stored.
  await expect
    .poll(() => stateOf(key))
    .toMatchObject({
      status: 'CLOSED',
      comments: ['We look at **node Kiel** now.'],
      internal: ['Secret: same card as last spring.'],
      files: ['levels.log', expect.stringMatching(/\.png$/)],
    })
  expect(stage.complaints).toEqual([])
  await engineer.context().close()
  await customer.context().close()
})

test('an open case has keys and a menu of its status; what is typed right after the list had focus is text', async () => {
  const page = await stage.openPage('engineer')
  await page.goto('/support')
  await page.getByRole('columnheader', { name: 'Assignee' }).waitFor()
  await page.getByRole('columnheader', { name: 'Account' }).waitFor()
  await page.getByText(/^[\d,]+ cases$/).waitFor()
  for (const pressed of ['j', 'Enter']) await page.keyboard.press(pressed)
  const reply = page.getByRole('textbox', { name: /^Reply to/ })
  await reply.click()
  const { pathname } = new URL(page.url())
  await page.keyboard.type('carrier n j c lost ')
  await expect.poll(() => page.locator('.ProseMirror').textContent()).toContain('carrier n j c lost')
  expect(new URL(page.url()).pathname).toBe(pathname)
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await page.getByRole('heading', { level: 2 }).first().click()

  await page.keyboard.press('n')
  await page.keyboard.type('carbon copy')
  await expect
    .poll(() =>
      page
        .getByRole('textbox', { name: 'Internal note' })
        .evaluate((box) => box.textContent || (box as HTMLTextAreaElement).value),
    )
    .toBe('carbon copy')
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await page.getByRole('heading', { level: 2 }).first().click()

  const watching = page.getByRole('article').getByRole('button', { name: /^Watch/ })
  const before = await watching.getAttribute('aria-pressed')
  await page.keyboard.press('w')
  await expect.poll(() => watching.getAttribute('aria-pressed')).not.toBe(before)
  await page.keyboard.press('s')
  await page.getByRole('menuitem', { name: 'Resolve' }).waitFor()
  await page
    .getByRole('menuitem', { name: /^In progress/ })
    .or(page.getByRole('menuitem', { name: /^Open/ }))
    .first()
    .click()
  await page
    .getByText(/Status saved|saved/)
    .first()
    .waitFor()

  await page.getByRole('link', { name: 'Open as a page' }).click()
  const details = page.getByRole('complementary', { name: 'Details and participants' })
  await details.getByText('Reporter').waitFor()
  // A pencil opens a field that has the focus at once, so that no letter of a name is a key of the case.
  const { pool } = stage.app.portal
  const key = new URL(page.url()).pathname.split('/').at(-1)
  const assignee = async () =>
    (await pool.query('select assignee_id from cases where key = $1', [key])).rows[0].assignee_id
  await pool.query('update cases set assignee_id = null where key = $1', [key])
  await page.reload()
  await details.getByRole('button', { name: 'Edit On-site contact' }).click()
  await page.keyboard.type('Dana Warner')
  const contact = details.getByRole('textbox', { name: 'On-site contact' })
  await expect.poll(() => contact.inputValue()).toMatch(/Dana Warner$/)
  // What follows at once when the field is gone was meant for it.
  await contact.evaluate((field) =>
    field.closest('form')!.querySelector<HTMLButtonElement>('button[type=button]')!.click(),
  )
  await page.keyboard.type('a swan')
  expect(await page.getByText(/is assigned to you/).count()).toBe(0)
  await page.getByRole('heading', { level: 1 }).first().click()
  await page.keyboard.press('a')
  await page.getByText(/is assigned to you/).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(assignee).toBeNull()
  expect(stage.complaints).toEqual([])
  await page.context().close()
})

test('the focus stays in the current action: a new case, its last field, and the list after the sheet of keys', async () => {
  const page = await stage.openPage('engineer')
  const focused = () => page.evaluate(() => document.activeElement?.tagName)
  await page.goto('/support/new')
  const account = page.getByRole('combobox', { name: /^Account/ })
  await expect.poll(() => account.evaluate((field) => field === document.activeElement)).toBe(true)
  const labels = page.getByRole('combobox', { name: 'Labels' })
  for (let steps = 0; steps < 15; steps++) {
    await page.keyboard.press('Tab')
    expect(await focused()).not.toBe('BODY')
    if (await labels.evaluate((field) => field === document.activeElement)) break
  }
  await page.keyboard.press('Control+Enter')
  await page.getByText('Summarize the problem in one line.').waitFor()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('File case')

  await page.goto('/support')
  await page.getByText(/^[\d,]+ cases$/).waitFor()
  await page.keyboard.press('j')
  expect(await focused()).toBe('TABLE')
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(focused).toBe('TABLE')

  // With the colours of the system the row of the cursor is a line; in a low window the list keeps a height.
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/support')
  await page.getByText(/^[\d,]+ cases$/).waitFor()
  await page.keyboard.press('j')
  const cursor = page.locator('tr[data-cursor]')
  await expect.poll(() => cursor.evaluate((row) => getComputedStyle(row).outlineStyle)).toBe('dashed')
  await page.emulateMedia({ forcedColors: 'none' })
  await page.setViewportSize({ width: 320, height: 256 })
  const list = page.getByRole('region', { name: 'Cases', exact: true })
  await expect.poll(async () => (await list.boundingBox())?.height ?? 0).toBeGreaterThan(200)
  const size = () => page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight])
  await expect.poll(async () => (await size())[1]).toBeGreaterThan(500)
  expect((await size())[0]).toBe(320)
  expect(stage.complaints).toEqual([])
  await page.context().close()
})

test('Escape closes what floats over the queue, and what a filter hides is not selected', async () => {
  const page = await stage.openPage('engineer')
  await page.goto('/support')
  await page.getByText(/^[\d,]+ cases$/).waitFor()
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('nord')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'hidden' })

  for (const pressed of ['j', 'x', 'j', 'x']) await page.keyboard.press(pressed)
  await page.getByText('2 selected').waitFor()
  await page.getByRole('searchbox').or(page.getByLabel('Search subject, text or key')).first().fill('no such words')
  await page.getByText('2 selected').waitFor({ state: 'hidden' })
  expect(stage.complaints).toEqual([])
  await page.context().close()
})

test('the newest of 1,100 comments is shown, and a reply to a new case leaves nothing stale', async () => {
  const { db } = stage.app.portal
  const filed = await db
    .selectFrom('cases')
    .select(['id', 'key', 'account_id'])
    .where('status', '=', 'NEW')
    .where('internal', '=', false)
    .executeTakeFirstOrThrow()
  const { id: author } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', emailOf('noc'))
    .executeTakeFirstOrThrow()
  const page = await stage.openPage('engineer')
  await page.goto(`/support?id=${filed.key}`)
  const detail = page.getByRole('article', { name: `Case ${filed.key}` })
  await say(page, /^Reply to/, 'We look at it.', 'Send reply')
  await detail.getByRole('button', { name: /^Status (?!New)/ }).waitFor()
  await detail.getByRole('button', { name: 'Assign to me' }).click()
  await page
    .getByText(/assigned to you/i)
    .first()
    .waitFor()
  expect(await page.getByText('Another user').count()).toBe(0)

  await sql`insert into case_comments (case_id, author_id, body, created_at)
    select ${filed.id}, ${author}, 'line ' || n, clock_timestamp() + n * interval '1 millisecond' from generate_series(1, 1100) n`.execute(
    db,
  )
  await page.reload()
  await detail.getByText('line 1100', { exact: true }).waitFor()
  const activity = detail.getByRole('region', { name: 'Case activity' })
  expect(await activity.locator('article, li, section > div').count()).toBeLessThanOrEqual(200)
  expect(await detail.getByText('line 900', { exact: true }).count()).toBe(0)
  const older = detail.getByRole('button', { name: 'Show older entries' })
  await older.press('Enter')
  await detail.getByText('line 901', { exact: true }).waitFor()
  // The rest is read while scrolling to the top.
  const toTop = async () => {
    await activity.evaluate((box) => box.scrollTo({ top: 0 }))
    return detail.getByText('line 1', { exact: true }).count()
  }
  await expect.poll(toTop, { timeout: 60_000, interval: 300 }).toBe(1)
  await older.waitFor({ state: 'detached' })

  // What another user writes meanwhile: the case opens there.
  await page.goto('/support')
  await sql`insert into case_reads (case_id, user_id, seen_at) select ${filed.id}, id, clock_timestamp() + interval '2 seconds' from users
    where email = ${emailOf('engineer')} on conflict (case_id, user_id) do update set seen_at = excluded.seen_at`.execute(
    db,
  )
  await sql`insert into case_comments (case_id, author_id, body, created_at)
    select ${filed.id}, ${author}, 'later ' || n || repeat(E'\n\nmore', 20), clock_timestamp() + interval '3 seconds' + n * interval '1 millisecond'
    from generate_series(1, 5) n`.execute(db)
  await sql`update cases set updated_at = clock_timestamp() + interval '4 seconds', updated_by = ${author} where id = ${filed.id}`.execute(
    db,
  )
  await page.goto(`/support?id=${filed.key}`)
  await activity.getByText('New since your last visit').waitFor()
  const later = (n: number) => inView(activity.getByText(`later ${n}`, { exact: true }))
  await expect.poll(async () => [await later(1), await later(5)]).toEqual([true, false])
  await page.context().close()
})

test('a customer answers a case from the mail program, and both sides see the comment at once', async () => {
  const customer = await stage.openPage('user')
  await customer.getByRole('heading', { level: 1 }).waitFor()
  const subject = 'Flaps on node Kiel-11'
  const key = await fileCase(customer, subject)
  const engineer = await stage.openPage('engineer')
  const account = new URL(customer.url()).pathname.split('/').slice(1, 3).join('/')
  await engineer.goto(`/${account}/support/case/${key}`)
  await say(engineer, /^Reply to/, 'Which firmware runs there?', 'Send reply')
  const from = emailOf('user')
  const asked = () =>
    mailbox.received.find(({ to, text }) => to?.[0]?.address === from && text?.includes('Which firmware runs there?'))
  await expect.poll(asked).toBeDefined()
  const mail = asked()!
  const text = 'It is 9.4.0, on all of them.\n\n> Which firmware runs there?'
  await deliverReply(
    port,
    { from, to: mail.replyTo![0]!.address!, subject: `Re: ${mail.subject}`, text, inReplyTo: mail.messageId },
    confirmedFor(from.split('@')[1]!),
  )
  for (const page of [customer, engineer]) await page.getByText('It is 9.4.0, on all of them.').waitFor()
  expect(stage.complaints).toEqual([])
})

/** Whether an element is inside the window. */
async function inView(found: Locator): Promise<boolean> {
  return found.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })
}

async function fileCase(page: Page, subject: string): Promise<string> {
  await page
    .getByRole('link', { name: 'New case' })
    .or(page.getByRole('button', { name: 'New case' }))
    .first()
    .click()
  await page.getByLabel('Subject').fill(subject)
  await page.getByRole('button', { name: 'Deployment' }).click()
  await page.getByRole('option').first().click()
  await page.getByText('High', { exact: true }).click()
  const description = page.getByRole('textbox', { name: 'Description' })
  await description.click()
  await page.keyboard.type('All modems behind it are in partial service.')
  await page
    .getByRole('region', { name: 'Files' })
    .locator('input[type=file]')
    .setInputFiles([
      { name: 'levels.log', mimeType: 'text/plain', buffer: Buffer.from('us 1/0/4 -12 dBmV\n') },
      { name: 'core.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(10_485_761) },
    ])
  await page.getByText(/attachment size exceeds limit/).waitFor()
  await page.getByText('Uploaded').first().waitFor()
  await paste(page, png)
  await page.getByText('Uploaded').nth(1).waitFor()
  await page
    .getByRole('button', { name: /^File case/ })
    .first()
    .click()
  await page
    .getByText(/NORD-\d+/)
    .first()
    .waitFor()
  await page.waitForURL(/NORD-\d+/)
  return /NORD-\d+/.exec(page.url())![0]
}

/** Pastes a picture at the caret, as Ctrl+V with an image on the clipboard does. */
async function paste(page: Page, bytes: Buffer): Promise<void> {
  await page.evaluate((base64) => {
    const data = new DataTransfer()
    data.items.add(
      new File([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], 'picture.png', {
        type: 'image/png',
      }),
    )
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, bytes.toString('base64'))
}

async function say(page: Page, side: RegExp, text: string, send: string): Promise<void> {
  await page.getByRole('button', { name: side }).click()
  await page.getByRole('textbox', { name: side }).click()
  await page.keyboard.type(text)
  await page.getByRole('button', { name: send }).click()
}

async function stateOf(key: string) {
  const { db } = stage.app.portal
  const { id, status } = await db
    .selectFrom('cases')
    .select(['id', 'status'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  const comments = await db.selectFrom('case_comments').select('body').where('case_id', '=', id).orderBy('id').execute()
  const internal = await db.selectFrom('case_internal_comments').select('body').where('case_id', '=', id).execute()
  const files = await db
    .selectFrom('case_attachments')
    .select('filename')
    .where('case_id', '=', id)
    .orderBy('id')
    .execute()
  return {
    status,
    comments: comments.map(({ body }) => body),
    internal: internal.map(({ body }) => body),
    files: files.map(({ filename }) => filename),
  }
}
