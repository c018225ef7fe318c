import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { judgeAccount } from '#features/monitoring/insights/server/judge/judge-task.ts'
import { openSimulator } from '#features/monitoring/simulator/server/index.ts'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage
let base: string
/** What was found an hour ago, before the cut. */
let calm: string
const minute = 60_000
const thisMinute = () => Math.floor(Date.now() / minute) * minute

beforeAll(async () => {
  stage = await startE2eApp()
  const { db } = stage.app.portal
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('name', '=', 'larkspur-cable')
    .executeTakeFirstOrThrow()
  base = `/${account.name}/${account.id}/insights`
  const simulator = await openSimulator(db, account.name)
  const now = thisMinute()
  // The simulator has cut a fibre 40 minutes before the demo world was made.
  for (let at = now - 120 * minute; at <= now; at += 10 * minute) await simulator.feed(at)
  // The portal may have judged a minute after that one already, which is then not judged any more: from the start.
  const before = (now - 60 * minute) / minute
  const judged = async () => {
    await db.deleteFrom('insight_states').execute()
    await judgeAccount(db, account.name, before * minute)
    const states = await db.selectFrom('insight_states').selectAll().execute()
    calm = JSON.stringify(states)
    return states.map(({ claimed_minute }) => claimed_minute)
  }
  await vi.waitFor(async () => expect(await judged()).toContain(before), { timeout: 60_000 })
})
afterAll(() => stage.close())

async function shot(page: Page, name: string) {
  if (!process.env.SHOTS) return
  await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })
}

test('the heat map is walked by keyboard from its cluster to a segment', async () => {
  const page = await stage.openPage('admin')
  await page.goto(`${base}/heatmap?insight=offline-heatmap&step=5m`)
  const map = page.getByRole('button', { name: /^Offline modems by node and hour by cluster/ })
  await map.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /by segment/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('heading', { name: 'RPD-0311' }).waitFor()
  await shot(page, 'heat-map')
  await page.keyboard.press('Enter')
  await page.waitForURL(/segment=RPD-0311/)
  await page.getByRole('button', { name: /by MAC domain/ }).waitFor()
  expect(stage.complaints).toEqual([])
})

test('a cut fibre appears on the overview, is compared, and filed as a case with the picture of its graph', async () => {
  const page = await stage.openPage('admin')
  await page.goto(base)
  const card = page.getByRole('button', { name: /Offline modems by node and hour/ })
  // The portal judges each minute by itself too: the page begins with what was found before the cut.
  const { db, pool } = stage.app.portal
  const restore = async () => {
    await pool.query(`delete from insight_findings where insight = 'offline-heatmap'`)
    await pool.query('delete from insight_states')
    await pool.query('insert into insight_states select * from jsonb_populate_recordset(null::insight_states, $1)', [
      calm,
    ])
  }
  const withoutFinding = async () => {
    await restore()
    await page.reload()
    await card.waitFor()
    return (await card.textContent()) ?? ''
  }
  await expect.poll(withoutFinding, { timeout: 90_000 }).not.toContain('beyond the limit')
  const before = await card.textContent()
  const now = thisMinute()
  // Where the portal has judged a minute in between, the earlier ones are not judged any more: once again from the start.
  const found = async () => {
    await restore()
    for (const age of [20, 10, 0]) await judgeAccount(db, 'larkspur-cable', now - age * minute)
    const { rows } = await pool.query(
      `select from insight_findings where insight = 'offline-heatmap' and object ~ 'RPD-0311' and state = 'OPEN'`,
    )
    return rows.length
  }
  // The page is open: the finding reaches it as a live message.
  await expect.poll(found, { timeout: 90_000 }).toBeGreaterThan(0)
  await expect.poll(() => card.textContent(), { timeout: 90_000 }).not.toBe(before)
  await card.getByRole('img', { name: 'Critical' }).waitFor()
  await card.click()
  const graph = page.getByRole('img', { name: /^Offline modems by node and hour in/ })
  await graph.locator('canvas').first().waitFor()
  await page.getByRole('button', { name: 'Period before' }).click()
  await shot(page, 'compared')
  const box = (await graph.boundingBox())!
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2, { steps: 5 })
  await page.mouse.up()
  await page.waitForURL(/from=/)
  await page.getByRole('button', { name: /^Back to/ }).waitFor()

  await page.getByRole('link', { name: /finding/ }).click()
  await page.waitForURL(/history/)
  await page
    .getByRole('row', { name: /RPD-0311/ })
    .first()
    .click()
  await page.waitForURL(/findings\/\d+/)
  await graph.locator('canvas').first().waitFor()
  await shot(page, 'finding')
  await page.getByRole('link', { name: 'File a case' }).click()
  await page.waitForURL(/support\/new/)
  expect(await page.getByLabel(/^Subject/).inputValue()).toMatch(/^Offline modems by node and hour: .*RPD-0311/)
  await page.getByRole('img', { name: 'offline-heatmap.png' }).waitFor()
  await shot(page, 'new-case')
  await page
    .getByRole('button', { name: /^File case/ })
    .first()
    .click()
  await page.waitForURL(/support\/.*[A-Z]+-\d+/)

  // The case leads back to its finding, and the finding to its case.
  await page.getByRole('tab', { name: 'Details' }).click()
  const back = page.getByRole('region', { name: 'Findings' }).getByRole('link', { name: /^Offline modems/ })
  await back.waitFor()
  await shot(page, 'case-findings')
  await back.click()
  await page.waitForURL(/findings\/\d+/)
  await page.getByRole('link', { name: /^[A-Z]+-\d+$/ }).waitFor()
  await page.getByRole('button', { name: 'Acknowledge' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The field team repairs it tomorrow.')
  await dialog.getByRole('button', { name: 'Acknowledge' }).click()
  await page.getByText('Finding acknowledged').waitFor()
  await page.getByText('Acknowledged', { exact: true }).first().waitFor()
  // Tomorrow has come.
  const { rows } = await stage.app.portal.pool.query(
    `update insight_findings set acknowledged_until = now() - interval '2 minutes' where id = $1 returning id`,
    [new URL(page.url()).pathname.split('/').at(-1)],
  )
  expect(rows).toHaveLength(1)
  await judgeAccount(stage.app.portal.db, 'larkspur-cable', thisMinute())
  await page.getByText('Open', { exact: true }).first().waitFor()
  expect(stage.complaints).toEqual([])
})

test('the overview leads from a card to its graph', async () => {
  const page = await stage.openPage('admin')
  await page.goto(base)
  await page.getByRole('button', { name: /Share of modems offline/ }).click()
  await page.getByRole('img', { name: /Share of modems offline in/ }).waitFor()
  await shot(page, 'overview')
  expect(stage.complaints).toEqual([])
})

test('an administrator changes a color of the catalogue with a preview of it', async () => {
  const page = await stage.openPage('admin')
  await page.goto('/admin/insights')
  const color = page.getByLabel('Color').first()
  await color.fill('#ffee00')
  await page.getByText('Use a darker color: at least 3:1 with white.').waitFor()
  await color.fill('#8a2be2')
  await shot(page, 'catalogue')
  await page.getByRole('button', { name: /^Save / }).click()
  await page.getByText(/saved$/).waitFor()
  for (const look of [{ dark: true }, { phone: true }]) {
    const other = await stage.openPage('admin', look)
    for (const [view, path] of [
      ['overview', ''],
      ['history', '/history'],
      ['heat-map', '/heatmap?step=5m'],
    ] as const) {
      await other.goto(`${base}${path}`)
      await other.getByRole('main').waitFor()
      await other.waitForLoadState('networkidle')
      await shot(other, `${view}-${look.dark ? 'dark' : 'phone'}`)
    }
  }
  expect(stage.complaints).toEqual([])
})
