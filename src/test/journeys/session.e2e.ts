import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailOf, type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage

beforeAll(async () => {
  stage = await startE2eApp()
})
afterAll(() => stage.close())

const place = '/support?view=mine'

test('a session is renewed in its last minutes, once for all tabs', async () => {
  const one = await stage.openPage('engineer')
  // The page that is left here would renew the session too.
  await one.goto('about:blank')
  await leave(emailOf('engineer'), { seconds: 200, renewals: 8 })
  const renewals: string[] = []
  one.context().on('request', (request) => void (/token\/refresh$/.test(request.url()) && renewals.push(request.url())))
  const two = await one.context().newPage()
  await Promise.all([one.goto(place), two.goto(place)])
  await expect.poll(() => timesOf('engineer')).toEqual([{ left: true, refresh_count: 1 }])
  await Promise.all([one.getByRole('grid').waitFor(), two.getByRole('grid').waitFor()])
  expect(renewals).toHaveLength(1)
  expect(await modal(one).count()).toBe(0)
  await one.context().close()
})

test('staying signs in again and returns to the same place; the question is gone in the other tab too', async () => {
  const { one, two } = await twoTabsAsked('tacManager', 200)
  await expect.poll(() => showsSecondsOf(one, 'tacManager')).toEqual([true, true])
  await modal(one).getByRole('button', { name: 'Stay signed in' }).click()
  await one.getByLabel('Password', { exact: true }).fill('Coax-42-Lantern!')
  await one.keyboard.press('Enter')
  await one.waitForURL(`**${place}`)
  await one.getByRole('grid').waitFor()
  await expect.poll(() => modal(two).count()).toBe(0)
  expect(await modal(one).count()).toBe(0)
  await two.reload()
  await two.getByRole('grid').waitFor()
  await one.context().close()
})

test('an expired session sends every tab to the sign-in page, which leads back to the previous page', async () => {
  const began = Date.now()
  const { one, two } = await twoTabsAsked('noc', 200)
  // The remaining time is long enough for the pages to load on a slow machine.
  await leave(emailOf('noc'), { seconds: Math.max(12, (Date.now() - began) / 500), renewals: 0 })
  await Promise.all([one, two].map((tab) => tab.reload()))
  await Promise.all([modal(one).waitFor(), modal(two).waitFor()])
  await Promise.all([one, two].map((tab) => tab.waitForURL(/\/signin\?reason=expired/)))
  await one.getByText('Your session has ended. Sign in to continue.').waitFor()
  await stage.signIn(one, emailOf('noc'))
  await one.waitForURL(`**${place}`)
  await one.getByRole('grid').waitFor()
  await one.context().close()
})

test('typed text outlives a reload and an expired session, and is not there for the next user', async () => {
  const page = await stage.openPage('user')
  await page.goto(`${new URL(page.url()).pathname.replace('dashboard', 'support/customerCases')}?id=NORD-13`)
  const text = 'We moved the modems to node Kiel-5.'
  const editor = page.getByRole('textbox', { name: /^Reply to/ })
  await editor.click()
  await page.keyboard.type(text)
  await page.reload()
  await editor.getByText(text).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()

  await leave(emailOf('user'), { seconds: -1, renewals: 0 })
  await page.waitForURL(/\/signin/)
  await stage.signIn(page, emailOf('user'))
  await editor.getByText(text).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await leave(emailOf('user'), { seconds: -1, renewals: 0 })
  await page.waitForURL(/\/signin/)
  await stage.signIn(page, emailOf('manager'))
  await editor.waitFor()
  expect(await editor.textContent()).toBe('')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(text)
  await page.context().close()
})

test('a user whose accounts are not found is signed out, and reads why', async () => {
  const page = await stage.openPage('user')
  await page.route('**/api/accounts/me*', (route) =>
    route.fulfill({
      status: 404,
      contentType: 'application/problem+json',
      body: '{"status":404,"code":"account-not-found"}',
    }),
  )
  await page.reload()
  await page.waitForURL(/reason=account-not-found/)
  await page.getByText(/account was not found/i).waitFor()
  await page.goto(place)
  await page.waitForURL(/signin/)
  await page.context().close()
})

test('a user whom the server rejects is signed out, and reads that something went wrong', async () => {
  const page = await stage.openPage('user')
  await page.route('**/api/users/me', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: '{"status":403,"code":"access-denied"}',
    }),
  )
  await page.reload()
  await page.waitForURL(/reason=error/)
  await page.getByText('Something went wrong, so you were signed out.').waitFor()
  await page.context().close()
})

test('no page reported an error', () => expect(stage.complaints).toEqual([]))

function modal(page: Page) {
  return page.getByRole('dialog', { name: 'Are you still there?' })
}

/** Two tabs of a user whose session may not be renewed any more and ends in this many seconds. */
async function twoTabsAsked(user: 'noc' | 'tacManager', seconds: number): Promise<{ one: Page; two: Page }> {
  const one = await stage.openPage(user)
  const two = await one.context().newPage()
  await leave(emailOf(user), { seconds, renewals: 0 })
  await Promise.all([one.goto(place), two.goto(place)])
  await Promise.all([modal(one).waitFor(), modal(two).waitFor()])
  return { one, two }
}

/** Moves the user's sessions to this many seconds before their end. */
async function leave(email: string, { seconds, renewals }: { seconds: number; renewals: number }): Promise<void> {
  await sql`update sessions set expires_at = now() + ${`${seconds} seconds`}::interval, refresh_limit = ${renewals}
    where user_id = (select id from users where email = ${email})`.execute(stage.app.portal.db)
}

/** The remaining seconds of the user's session. */
async function secondsOf(user: 'tacManager'): Promise<number> {
  const { rows } = await sql<{
    left: number
  }>`select extract(epoch from expires_at - now())::float8 as left from sessions
    where user_id = (select id from users where email = ${emailOf(user)})`.execute(stage.app.portal.db)
  return rows[0]!.left
}

/** Whether the question shows no more and no fewer seconds than the session has left while it is read. */
async function showsSecondsOf(page: Page, user: 'tacManager'): Promise<[boolean, boolean]> {
  const before = await secondsOf(user)
  const [, minutes, seconds] = /^(\d):(\d\d)$/.exec((await modal(page).getByRole('timer').textContent())!)!
  const shown = Number(minutes) * 60 + Number(seconds)
  return [shown <= before + 1, shown >= (await secondsOf(user)) - 1]
}

async function timesOf(user: 'engineer') {
  const { rows } = await sql`select expires_at > now() + interval '3000 seconds' as left, refresh_count from sessions
    where user_id = (select id from users where email = ${emailOf(user)})`.execute(stage.app.portal.db)
  return rows
}
