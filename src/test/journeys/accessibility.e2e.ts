import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Look, type Stage, startE2eApp } from './e2e-app.ts'
import { routesOf } from './routes.ts'

let stage: Stage
let routes: string[]

beforeAll(async () => {
  stage = await startE2eApp()
  routes = await routesOf(stage)
})
afterAll(() => stage.close())

const widths: readonly (Look & { name: string })[] = [
  { name: 'wide', phone: false },
  { name: 'narrow', phone: true },
]

/** The routes in parts, each with a time limit of its own. */
const PARTS = [1, 2, 3, 4]
const LONG = { timeout: 480_000 }

// Both widths at once: while one page waits for its responses, the other is checked.
describe.each(PARTS)('part %i of the routes', (part) => {
  test.concurrent.each(widths)('axe finds nothing on any route, light or dark: $name', LONG, async (look) => {
    const page = await stage.openPage('admin', look)
    const found: string[] = []
    for (const route of routes.filter((_, index) => index % PARTS.length === part - 1)) {
      await page.goto(route)
      await settled(page, route)
      found.push(...(await inBothThemes(page, route)))
    }
    expect(found).toEqual([])
    await page.context().close()
  })
})

test.concurrent.each(widths)('axe finds nothing on the sign-in pages, light or dark: $name', async (look) => {
  const page = await stage.open(look)
  const found: string[] = []
  for (const route of ['/signin', '/signin?reason=expired', '/signin/forgot']) {
    await page.goto(route)
    found.push(...(await inBothThemes(page, route)))
  }
  await page.goto('/signin')
  await page.getByLabel('E-mail').fill('tom.becker@nordfeld-kabel.example')
  await page.keyboard.press('Enter')
  await page.getByLabel('Password', { exact: true }).waitFor()
  found.push(...(await inBothThemes(page, 'password')))
  expect(found).toEqual([])
})

test('no page caused a script error, a blocked style or a failed request', () => {
  expect(stage.complaints).toEqual([])
})

/** The current page, in one theme and then in the other: the colours follow the preference of the browser. */
async function inBothThemes(page: Page, route: string): Promise<string[]> {
  const found: string[] = []
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    // The portal switches by script; the sign-in pages leave it to the browser, both schemes in one sheet.
    await page.waitForFunction((wanted) => {
      const scheme = getComputedStyle(document.documentElement).colorScheme
      return scheme === wanted || (scheme === 'light dark' && matchMedia(`(prefers-color-scheme: ${wanted})`).matches)
    }, theme)
    found.push(...(await violationsOf(page, `${route} ${theme}`)))
  }
  return found
}

/** A rule of WCAG 2.2 that axe leaves out unless it is named: what is clicked has 24 px, or as much space around it. */
const rules = { 'target-size': { enabled: true } }

/** Every rule that axe has, on the whole document. No page has a frame, so axe may finish where it ran. */
async function violationsOf(page: Page, where: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).options({ rules }).setLegacyMode().analyze()
  const frames = page.frames().length - 1
  return [
    ...violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${where} ${id}: ${html.slice(0, 160)} ${failureSummary?.slice(0, 200)}`),
    ),
    ...(frames > 0 ? [`${where}: ${frames} frames that were not checked`] : []),
  ]
}

/** Nothing is loading any more. */
async function settled(page: Page, route: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page
    .waitForFunction(() => document.querySelector('h1') !== null && document.querySelector('[aria-busy=true]') === null)
    .catch((failure) => {
      throw new Error(`${route} has no heading, or still loads`, { cause: failure })
    })
}
