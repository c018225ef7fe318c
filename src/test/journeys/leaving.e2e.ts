import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage

beforeAll(async () => {
  stage = await startE2eApp({ TRUSTED_LINK_HOSTS: 'wiki.vendor.example', PORTAL_NAME: 'Weir' })
})
afterAll(() => stage.close())

const outside = 'https://xn--mnchen-3ya.example:8443/noc?a=1&b=%2F#there'
const words = [
  `[outside](${outside})`,
  '[plain](http://elsewhere.example/)',
  '[trusted](https://wiki.vendor.example/page)',
  '[own](/support)',
  '[slanted](/\\elsewhere.example/x)',
  '[mail](mailto:noc@elsewhere.example)',
  '[script](javascript:alert(1))',
].join('\n\n')

test('a link in a user’s text shows its target before it is opened; trusted hosts, own pages and mail are not changed', async () => {
  const { db } = stage.app.portal
  const found = await db
    .selectFrom('cases')
    .innerJoin('accounts', 'accounts.id', 'cases.account_id')
    .select(['cases.id', 'cases.key', 'account_id'])
    .where('accounts.name', '=', 'nordfeld-kabel')
    .where('internal', '=', false)
    .orderBy('cases.id')
    .executeTakeFirstOrThrow()
  await db.updateTable('cases').set({ description: words }).where('id', '=', found.id).execute()
  const page = await stage.openPage('user')
  await page.goto(`/nordfeld-kabel/${found.account_id}/support/case/${found.key}`)
  const hrefOf = (name: string) => page.getByRole('link', { name, exact: true }).first().getAttribute('href')
  await page.getByRole('link', { name: 'outside', exact: true }).first().waitFor()
  await page.getByRole('link', { name: 'Weir' }).waitFor()
  expect(await page.title()).toMatch(/^Weir – /)
  expect(await hrefOf('outside')).toBe(`/leaving?to=${encodeURIComponent(outside)}`)
  expect(await hrefOf('plain')).toBe('/leaving?to=http%3A%2F%2Felsewhere.example%2F')
  expect(await hrefOf('slanted')).toBe('/%5Celsewhere.example/x')
  expect(await hrefOf('trusted')).toBe('https://wiki.vendor.example/page')
  expect(await hrefOf('own')).toBe('/support')
  expect(await hrefOf('mail')).toBe('mailto:noc@elsewhere.example')
  expect(await page.locator('a[href^="javascript"]').count()).toBe(0)

  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'outside', exact: true }).first().click()
  const leaving = await opened
  await leaving.getByRole('heading', { name: 'This link leaves Weir' }).waitFor()
  await leaving.getByText('münchen.example:8443', { exact: true }).waitFor()
  await leaving.getByText(outside, { exact: true }).waitFor()
  await leaving.getByText(/Its actual name is xn--mnchen-3ya\.example/).waitFor()
  const on = leaving.getByRole('link', { name: 'Continue' })
  expect([await on.getAttribute('href'), await on.getAttribute('rel')]).toEqual([
    outside,
    'noreferrer noopener nofollow',
  ])
  const closed = leaving.waitForEvent('close')
  await leaving.getByRole('button', { name: 'Back' }).click()
  await closed

  for (const to of ['javascript:alert(1)', '//elsewhere.example', 'data:text/html,x', '']) {
    await page.goto(`/leaving?to=${encodeURIComponent(to)}`)
    await page.getByRole('heading', { name: 'This link is invalid' }).waitFor()
    expect(await page.getByRole('link', { name: 'Continue' }).count()).toBe(0)
  }
  expect(stage.complaints).toEqual([])
})
