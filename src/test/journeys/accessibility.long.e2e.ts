import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from './axe.ts'
import { type Stage, startE2eApp } from './e2e-app.ts'
import { type ResizablePage, resizable } from './resizable-page.ts'
import { routesOf } from './routes.ts'

let stage: Stage
let routes: string[]
let pages: ResizablePage[]

beforeAll(async () => {
  stage = await startE2eApp()
  routes = await routesOf(stage)
  pages = await Promise.all([1, 2].map(async () => resizable(await stage.openPage('admin'))))
})
afterAll(() => stage.close())

/** The routes in parts, each with a time limit of its own. */
const PARTS = [1, 2, 3, 4]
const LONG = { timeout: 480_000 }

test.each(PARTS)('axe finds nothing on any route, light or dark, wide or narrow: part %i', LONG, async (part) => {
  const waiting = routes.filter((_, index) => index % PARTS.length === part - 1)
  const found: string[] = []
  // Two pages share the routes: while one waits for its responses, the other is checked.
  await Promise.all(
    pages.map(async (page) => {
      for (let route = waiting.shift(); route !== undefined; route = waiting.shift())
        found.push(...(await inEveryLook(page, route, route)))
    }),
  )
  expect(found).toEqual([])
})

test('axe finds nothing on the sign-in pages, light or dark, wide or narrow', async () => {
  const page = await resizable(await stage.open())
  const found: string[] = []
  for (const route of ['/signin', '/signin?reason=expired', '/signin/forgot'])
    found.push(...(await inEveryLook(page, route, route)))
  await page.resize(false)
  await page.goto('/signin')
  await page.getByLabel('E-mail').fill('tom.becker@nordfeld-kabel.example')
  await page.keyboard.press('Enter')
  await page.getByLabel('Password', { exact: true }).waitFor()
  found.push(...(await inEveryLook(page, 'password')))
  expect(found).toEqual([])
})

test('no page caused a script error, a blocked style or a failed request', () => {
  expect(stage.complaints).toEqual([])
})

/**
 * A route, or the current page, in both themes and at both widths. The width changes the layout and what is shown, the
 * theme only colours: every rule runs in each theme and at each width, those of colours in all four combinations.
 */
async function inEveryLook(page: ResizablePage, where: string, route?: string): Promise<string[]> {
  if (route !== undefined) {
    await page.resize(false)
    await open(page, route)
  }
  const found: string[] = []
  await choose(page, 'light')
  found.push(...(await violationsOf(page, `${where} light wide`, 'all')))
  await choose(page, 'dark')
  found.push(...(await violationsOf(page, `${where} dark wide`, 'colours')))
  await page.resize(true)
  // A route that leads elsewhere may lead to another page on a phone.
  if (route !== undefined && !page.url().endsWith(route)) await open(page, route)
  await settled(page, where)
  found.push(...(await violationsOf(page, `${where} dark narrow`, 'all')))
  await choose(page, 'light')
  found.push(...(await violationsOf(page, `${where} light narrow`, 'colours')))
  return found
}

/** The colours follow the preference of the browser. */
async function choose(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  // The portal switches by script; the sign-in pages leave it to the browser, both schemes in one sheet.
  await page.waitForFunction((wanted) => {
    const scheme = getComputedStyle(document.documentElement).colorScheme
    return scheme === wanted || (scheme === 'light dark' && matchMedia(`(prefers-color-scheme: ${wanted})`).matches)
  }, theme)
}

/** Loads a route until no response is awaited. */
async function open(page: Page, route: string): Promise<void> {
  await page.goto(route)
  await page.waitForLoadState('networkidle')
  await settled(page, route)
}

/** Nothing is loading any more. */
async function settled(page: Page, route: string): Promise<void> {
  await page
    .waitForFunction(() => document.querySelector('h1') !== null && document.querySelector('[aria-busy=true]') === null)
    .catch((failure) => {
      throw new Error(`${route} has no heading, or still loads`, { cause: failure })
    })
}
