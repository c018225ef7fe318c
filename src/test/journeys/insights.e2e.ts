import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { judgeAccount } from '#features/monitoring/insights/server/judge/judge-task.ts'
import { openSimulator } from '#features/monitoring/simulator/server/index.ts'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage
let base: string
const minute = 60_000
const thisMinute = () => Math.floor(Date.now() / minute) * minute
let simulator: Awaited<ReturnType<typeof openSimulator>>

beforeAll(async () => {
  stage = await startE2eApp()
  const { db } = stage.app.portal
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('name', '=', 'larkspur-cable')
    .executeTakeFirstOrThrow()
  base = `/${account.name}/${account.id}/insights`
  // The simulator's fibre cut is 40 minutes old.
  simulator = await openSimulator(db, account.name)
  const now = thisMinute()
  for (let at = now - 120 * minute; at <= now; at += 10 * minute) await simulator.feed(at)
})
afterAll(() => stage.close())

async function shot(page: Page, name: string) {
  if (!process.env.SHOTS) return
  await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })
}

test('a fault of the simulator becomes a finding live, its graph opens, and a case is filed that links back', async () => {
  const page = await stage.enter('admin')
  const { db } = stage.app.portal
  const now = thisMinute()
  await simulator.feed(now)
  // The product evaluates each minute by itself; here two evaluations stand for the minutes between them.
  await sql`update insight_states set claimed_minute = 0`.execute(db)
  await sql`delete from insight_findings where state = 'PENDING'`.execute(db)
  await judgeAccount(db, 'larkspur-cable', now - 6 * minute)
  await page.goto(base)
  await page.getByRole('button', { name: /RPDs without control session/ }).waitFor()
  await page.goto(`${base}/history?state=OPEN`)
  await page.getByText('Live', { exact: true }).waitFor()
  await simulator.feed(thisMinute())
  await judgeAccount(db, 'larkspur-cable', Date.now())
  const found = page.getByRole('row', { name: /Offline modems by node and hour.*RPD-0311/ }).first()
  await found.waitFor()
  await shot(page, 'history')
  await found.click()
  await page.getByRole('img', { name: /Offline modems by node and hour in/ }).waitFor()
  await page.getByRole('button', { name: 'Period before' }).click()
  await shot(page, 'finding')
  await page.getByRole('button', { name: 'Show as table' }).click()
  await page.getByRole('cell', { name: '100 %' }).first().waitFor()
  const finding = page.url()
  await page.getByRole('link', { name: 'File a case' }).click()
  await page.getByRole('form', { name: /case/i }).waitFor()
  expect(await page.getByLabel('Subject').inputValue()).toContain('on RPD-0311')
  await shot(page, 'new-case')
  await page.getByRole('button', { name: 'File case' }).click()
  await page.waitForURL(/\/support\/case\//)
  const key = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1)!)
  await page.goto(finding)
  await page.getByRole('link', { name: key }).waitFor()
  await page.getByRole('button', { name: 'Acknowledge' }).first().click()
  await page.getByLabel('Reason').fill('The splice team is on its way.')
  await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click()
  await page.getByText('The splice team is on its way.').waitFor()
  await page.getByRole('button', { name: 'Reopen' }).click()
  await page.getByText('The splice team is on its way.').waitFor({ state: 'detached' })
  expect(stage.complaints).toEqual([])
})

test('the overview leads from card to graph to data, and a heat map is walked by keyboard to a segment', async () => {
  const page = await stage.enter('admin')
  await page.goto(base)
  await page.getByRole('button', { name: /Share of modems offline/ }).click()
  await page.getByRole('img', { name: /Share of modems offline in/ }).waitFor()
  await shot(page, 'overview')
  await page.goto(`${base}/heatmap?step=5m`)
  const map = page.getByRole('button', { name: /Offline modems by node and hour by cluster/ })
  await map.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('End')
  await shot(page, 'heat-map')
  await page.keyboard.press('Enter')
  const segments = page.getByRole('button', { name: /by segment/ })
  await segments.focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('status').filter({ hasText: 'RPD-0311' }).waitFor()
  await page.keyboard.press('End')
  await shot(page, 'heat-map-segments')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /by MAC domain/ }).waitFor()
  expect(page.url()).toContain('segment=RPD-0311')
  expect(stage.complaints).toEqual([])
})

test('an administrator changes a color of the catalogue with a preview of it', async () => {
  const page = await stage.enter('admin')
  await page.goto('/admin/insights')
  const color = page.getByLabel('Color').first()
  await color.fill('#ffee00')
  await page.getByText('Use a darker color: at least 3:1 with white.').waitFor()
  await color.fill('#8a2be2')
  await shot(page, 'catalogue')
  await page.getByRole('button', { name: /^Save / }).click()
  await page.getByText(/saved$/).waitFor()
  for (const look of [{ dark: true }, { phone: true }]) {
    const other = await stage.enter('admin', look)
    for (const [name, path] of [
      ['overview', ''],
      ['history', '/history'],
      ['heat-map', '/heatmap?step=5m'],
    ] as const) {
      await other.goto(`${base}${path}`)
      await other.getByRole('main').waitFor()
      await other.waitForLoadState('networkidle')
      await shot(other, `${name}-${look.dark ? 'dark' : 'phone'}`)
    }
  }
  expect(stage.complaints).toEqual([])
})
