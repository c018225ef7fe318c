// node tools/pictures.mjs [URL]: takes the pictures of README.md from a portal that runs with its demo data, at
// http://localhost:8080 or URL, and writes them to docs/pictures/. CHROMIUM_PATH names the browser.
import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { findBrowser } from './bootstrap/browser.mjs'

const [, , url = 'http://localhost:8080'] = process.argv
const folder = 'docs/pictures'
/** The password of all users of the demo. */
const password = 'Coax-42-Lantern!'
const MOST_BYTES = 150_000
const pictures = [
  { name: 'cases', user: 'priya.raman@harmonic.example', colorScheme: 'light', path: '/support' },
  { name: 'dashboard', user: 'ingrid.brandt@nordfeld-kabel.example', colorScheme: 'dark', path: '/' },
]

const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] })
mkdirSync(folder, { recursive: true })
for (const picture of pictures) {
  const bytes = await take(picture)
  if (bytes.length > MOST_BYTES) throw new Error(`${picture.name} has ${bytes.length} bytes, at most ${MOST_BYTES}`)
  writeFileSync(`${folder}/${picture.name}.webp`, bytes)
  console.log(`${folder}/${picture.name}.webp ${bytes.length}`)
}
await browser.close()

/** A page as its user sees it once nothing is loading any more. */
async function take({ user, colorScheme, path }) {
  const viewport = { width: 1440, height: 900 }
  const context = await browser.newContext({ baseURL: url, viewport, colorScheme, locale: 'en-GB' })
  context.setDefaultTimeout(90_000)
  const page = await context.newPage()
  await page.goto('/')
  await page.getByLabel('E-mail').fill(user)
  await page.keyboard.press('Enter')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('main').waitFor()
  await page.goto(path)
  await page.getByRole('main').getByRole('heading').first().waitFor()
  await page.waitForLoadState('networkidle')
  // The announcement at the top is not what the pictures are about.
  const closing = page.locator('[data-shell][role=status] button')
  await closing.evaluateAll((buttons) => {
    for (const button of buttons) button.click()
  })
  await closing.first().waitFor({ state: 'detached' })
  const devtools = await context.newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  await context.close()
  return Buffer.from(data, 'base64')
}
