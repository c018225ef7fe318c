import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountEvents } from '#features/accounts/accounts/contract.ts'
import { eventToRecord, recordAllEvents } from '#kit/server/events/event.ts'
import { emailOf, type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage
const request = '6f0d2c1e-audit-journey'

beforeAll(async () => {
  stage = await startE2eApp()
  const { db } = stage.app.portal
  const user = (email: string) =>
    db.selectFrom('users').select(['id', 'full_name']).where('email', '=', email).executeTakeFirstOrThrow()
  const [manager, admin] = await Promise.all([user(emailOf('manager')), user(emailOf('admin'))])
  const { id: account } = await db
    .selectFrom('accounts')
    .select('id')
    .where('name', '=', 'nordfeld-kabel')
    .executeTakeFirstOrThrow()
  const actor = {
    ...{ userId: manager.id, userName: manager.full_name, impersonatorId: admin.id, impersonatorName: admin.full_name },
    requestId: request,
  }
  await db.transaction().execute((tx) =>
    recordAllEvents(tx, [
      eventToRecord(accountEvents.edited, actor, {
        account,
        subject: account,
        data: { changes: { city: ['Hamburg', 'Bremen'] } },
      }),
      eventToRecord(accountEvents.logoChanged, actor, { account, subject: account, data: { digest: null } }),
    ]),
  )
})
afterAll(() => stage.close())

/** Stores a screenshot where SHOTS names a folder. */
async function shot(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
}

test('a manager filters the audit log of the account, follows a request, and sees before and after', async () => {
  const page = await stage.openPage('manager')
  await page.getByRole('link', { name: 'Audit', exact: true }).click()
  await page.getByText(/^The hash chain is intact/).waitFor()
  await shot(page, 'manager')
  await page.getByText('Impersonated', { exact: true }).click()
  await page.getByRole('row').filter({ hasText: 'changed the account’s details' }).click()
  const changes = page.getByRole('table', { name: 'Before and after' })
  await changes.getByRole('row', { name: 'City Hamburg Bremen' }).waitFor()
  await shot(page, 'entry')
  await page.getByRole('button', { name: 'All 2 entries of this request' }).click()
  await page.getByText('2 entries', { exact: true }).waitFor()
  await page.getByRole('row').filter({ hasText: 'changed the logo' }).waitFor()
  await shot(page, 'request')

  // The address has the filters: who opens the link sees the same.
  const link = await page.context().newPage()
  await link.goto(page.url())
  await link.getByText('2 entries', { exact: true }).waitFor()
  await link.getByLabel('Key, number or request ID').fill('no-such-key')
  await link.getByText('There is no entry with key, number or request “no-such-key”').waitFor()
  await shot(link, 'empty')
  await link.getByRole('button', { name: 'Clear all filters' }).click()
  await link.getByRole('row').nth(3).waitFor()
  expect(stage.complaints).toEqual([])
})

test('staff follow an outage to what was done in its account in the 24 hours before', async () => {
  const { db } = stage.app.portal
  const outage = await db
    .selectFrom('cases as c')
    .innerJoin('accounts as a', 'a.id', 'c.account_id')
    .select(['c.key', 'a.name', 'a.id', 'a.display_name'])
    .where('c.type', '=', 'OUTAGE')
    .orderBy('c.id', 'desc')
    .executeTakeFirstOrThrow()
  const page = await stage.openPage('admin')
  await page.goto('/admin/audit')
  await page.getByRole('row').nth(5).click()
  await page.getByRole('heading', { name: 'Hash chain' }).waitFor()
  await shot(page, 'admin')
  await page.goto(`/${outage.name}/${outage.id}/support/outages/${outage.key}`)
  await page.getByRole('link', { name: '24 h before this outage' }).click()
  await page.getByRole('button', { name: /^\d+ \w+.*, \d\d:\d\d – / }).waitFor()
  await page.getByText(/^\d+ entr(y|ies)$/).waitFor()
  expect(new URL(page.url()).searchParams.get('account')).toBe(outage.name)
  const [from, to] = ['atFrom', 'atTo'].map((name) => Date.parse(new URL(page.url()).searchParams.get(name) ?? ''))
  expect(to! - from!).toBe(86_400_000)
  await shot(page, 'before-outage')
  expect(stage.complaints).toEqual([])
})
