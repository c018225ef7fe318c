import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routesOf } from './routes.ts'
import { type Look, type Stage, setStage } from './stage.ts'

let stage: Stage
let routes: string[]

beforeAll(async () => {
  stage = await setStage()
  routes = await routesOf(stage)
})
afterAll(() => stage.close())

const looks: readonly (Look & { name: string })[] = [
  { name: 'light, wide', dark: false },
  { name: 'dark, wide', dark: true },
  { name: 'light, narrow', phone: true },
  { name: 'dark, narrow', dark: true, phone: true },
]

test.each(looks)('axe finds nothing on any route: $name', async (look) => {
  const page = await stage.enter('admin', look)
  const found: string[] = []
  for (const route of routes) {
    await page.goto(route)
    await settled(page)
    found.push(...(await findings(page, route)))
  }
  expect(found).toEqual([])
})

test.each(looks)('axe finds nothing on the pages of signing in: $name', async (look) => {
  const page = await stage.open(look)
  const found: string[] = []
  for (const route of ['/signin', '/signin?reason=expired', '/signin/forgot']) {
    await page.goto(route)
    found.push(...(await findings(page, route)))
  }
  await page.goto('/signin')
  await page.getByLabel('E-mail').fill('tom.becker@nordfeld-kabel.example')
  await page.keyboard.press('Enter')
  await page.getByLabel('Password', { exact: true }).waitFor()
  found.push(...(await findings(page, 'password')))
  expect(found).toEqual([])
})

test('no page brought a script error, a refused style or a broken request', () => {
  expect(stage.complaints).toEqual([])
})

/** Every rule that axe has, on the whole document. */
async function findings(page: Page, route: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${route} ${id}: ${html.slice(0, 160)} ${failureSummary?.slice(0, 200)}`),
  )
}

/** Nothing is loading any more. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(
    () => document.querySelector('h1') !== null && document.querySelector('[aria-busy=true]') === null,
    undefined,
    { timeout: 15_000 },
  )
}
