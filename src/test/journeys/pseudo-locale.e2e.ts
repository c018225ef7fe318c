import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleNames } from '#features/roles/contract.ts'
import { routesOf } from './routes.ts'
import { emailOf, type Stage, setStage } from './stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await setStage()
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
  const page = await stage.enter('admin')
  // What the server said is data, whatever its language.
  const said: string[] = []
  page.on('response', async (response) => {
    if (/\/api\//.test(response.url()) && response.headers()['content-type']?.includes('json'))
      said.push(await response.text().catch(() => ''))
  })
  const unwrapped: string[] = []
  for (const route of await routesOf(stage)) {
    await page.goto(route)
    await page.waitForLoadState('networkidle')
    const texts = await page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const { parentElement, textContent } = node
        if (
          !parentElement ||
          parentElement.closest('script, style, kbd, code, textarea, time, [aria-hidden=true], .markdown')
        )
          continue
        if (parentElement.checkVisibility() && textContent) found.push(textContent.trim())
      }
      return found
    })
    const data = [...said, ...Object.values(roleNames)].join('\n')
    const isData = (text: string) => data.includes(JSON.stringify(text).slice(1, -1))
    for (const text of texts)
      if (isWords(text) && !text.split(/, | · /).every(isData)) unwrapped.push(`${route}: ${text}`)
  }
  expect([...new Set(unwrapped)]).toEqual([])
})

/** Words of a language; not a bracketed pseudo-text, a figure with its unit, a time, an initial or the product's name. */
function isWords(text: string): boolean {
  if (/\[[^\]]*\]/.test(text) || text === 'Headend') return false
  const withoutFigures = text.replace(/\b\d{1,2} [A-Z][a-z]{2}\b/g, '').replace(/\d ?(min|MB|kB|GB|ms)\b/g, '')
  return /[A-Za-z]{3,}/.test(withoutFigures)
}
