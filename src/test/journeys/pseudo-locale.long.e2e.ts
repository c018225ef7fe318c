import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleNames } from '#features/access/roles/contract.ts'
import { emailOf, type Stage, startE2eApp } from './e2e-app.ts'
import { routesOf } from './routes.ts'

let stage: Stage

beforeAll(async () => {
  stage = await startE2eApp()
})
afterAll(() => stage.close())

test('in the pseudo-locale no route shows a text that was not wrapped', async () => {
  const { db } = stage.app.portal
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', emailOf('admin'))
    .executeTakeFirstOrThrow()
  await db
    .insertInto('user_settings')
    .values({ user_id: id, settings: JSON.stringify({ language: 'pseudo' }) })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ settings: JSON.stringify({ language: 'pseudo' }) }),
    )
    .execute()
  // Data of the server is not translated.
  const said: Promise<string>[] = []
  const routes = await routesOf(stage)
  const shown: { route: string; text: string }[] = []
  // Two pages share the routes: while one waits for its responses, the other draws.
  await Promise.all(
    [0, 1].map(async (half) => {
      const page = await stage.openPage('admin')
      await page.locator('html[lang=en-x-pseudo]').waitFor()
      page.on('response', (response) => {
        if (/\/api\//.test(response.url()) && response.headers()['content-type']?.includes('json'))
          said.push(response.text().catch(() => ''))
      })
      for (const route of routes.filter((_, index) => index % 2 === half)) {
        await page.goto(route)
        // On a busy machine no request may be open before the user's settings, with their language, are asked for.
        await page.locator('html[lang=en-x-pseudo]').waitFor()
        await page.waitForLoadState('networkidle')
        for (const text of await textsOn(page)) shown.push({ route, text })
      }
    }),
  )
  const data = [...(await Promise.all(said)), ...Object.values(roleNames)].join('\n')
  const isData = (text: string) => data.includes(JSON.stringify(text).slice(1, -1))
  const unwrapped = shown
    .filter(({ text }) => isWords(text) && !text.split(/, | · /).every(isData))
    .map(({ route, text }) => `${route}: ${text}`)
  expect([...new Set(unwrapped)]).toEqual([])
})

/** Every visible text, except code, names, figures and users' texts. */
function textsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement, textContent } = node
      if (
        !parentElement ||
        parentElement.closest('script, style, kbd, code, textarea, time, [aria-hidden=true], [translate=no], .markdown')
      )
        continue
      if (parentElement.checkVisibility() && textContent) found.push(textContent.trim())
    }
    return found
  })
}

/**
 * Words of a language; not a bracketed pseudo-text, a figure with its unit or currency, a time, an initial, the name of the product
 * or of a digest.
 */
function isWords(text: string): boolean {
  if (/\[[^\]]*\]/.test(text) || text === 'Headend' || text === 'SHA-256') return false
  const withoutFigures = text
    .replace(/\b(\d{1,2} )?[A-Z][a-z]{2,3} \d{4}\b/g, '')
    .replace(/\b\d{1,2} [A-Z][a-z]{2,3}\b/g, '')
    .replace(/\d ?(min|MB|kB|GB|ms|days)\b/g, '')
    .replace(/\b[A-Z]{3}\s[\d,.]+/g, '')
  return /[A-Za-z]{3,}/.test(withoutFigures)
}
