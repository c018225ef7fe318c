import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Adapter } from '#features/platform/connections/server/index.ts'
import { type DemoName, demoPassword, demoUsers } from '#features/users/demo-users/server/index.ts'
import { demoAccounts } from '#server/demo-data.ts'
import { type TestApp, testApp } from '../app.ts'
import { sharedChromium } from './chromium.ts'
import { demoWorld } from './demo-world.ts'

/** The settings of a browser. */
export type Look = { readonly dark?: boolean; readonly phone?: boolean }

/** A real browser at a portal with the users of the demo. */
export type BrowserHarness = {
  /** A page of a new browser profile, signed in as one of the demo's users by the forms that the pages send. */
  openPage(user: DemoName, look?: Look): Promise<Page>
  /** Signs a user in on a page: address, password, and the steps after it. */
  signIn(page: Page, email: string, password?: string): Promise<void>
  /** A page of a profile without a signed-in user. */
  open(look?: Look): Promise<Page>
  /** Errors reported by browsers: script errors, blocked styles and scripts, failed requests of 5xx. */
  readonly complaints: string[]
  close(): Promise<void>
}

/** The product with its demo world, and a real browser. */
export type Stage = BrowserHarness & { readonly app: TestApp }

/** Starts the product on a separate database with the demo world and connectors of `adapters`, and Chromium. */
export async function startE2eApp(env: Record<string, string> = {}, adapters: readonly Adapter[] = []): Promise<Stage> {
  const app = await testApp({ demo: true, env, adapters, copyOf: await demoWorld() })
  const browserHarness = await openBrowser(app.url)
  return {
    ...browserHarness,
    app,
    async close() {
      await browserHarness.close()
      await app.close()
    },
  }
}

/** Profiles of Chromium at a running portal; closing the harness closes them. */
export async function openBrowser(url: string): Promise<BrowserHarness> {
  const browser = await sharedChromium()
  const complaints: string[] = []
  const profiles: BrowserContext[] = []

  async function open(look: Look = {}): Promise<Page> {
    const context = await newContext(browser, url, look)
    profiles.push(context)
    // On a busy machine, correct behaviour may take long.
    context.setDefaultTimeout(90_000)
    context.on('page', (page) => note(page, complaints))
    return context.newPage()
  }

  async function signIn(page: Page, email: string, password = demoPassword): Promise<void> {
    await page.getByLabel('E-mail').fill(email)
    await page.keyboard.press('Enter')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
  }

  return {
    open,
    signIn,
    complaints,
    async openPage(user, look) {
      const page = await open(look)
      await sendSignIn(page, emailOf(user))
      await page.goto('/')
      await page.getByRole('main').waitFor()
      return page
    },
    async close() {
      await Promise.all(profiles.map((profile) => profile.close()))
    },
  }
}

/** Signs a user in with the requests of the pages, which need not be drawn for it. */
async function sendSignIn(page: Page, email: string): Promise<void> {
  const headers = { 'User-Agent': await page.evaluate(() => navigator.userAgent) }
  const { request } = page.context()
  const step = await request.post('/signin', { headers, form: { email, return: '/' } })
  await request.post(step.url(), { headers, form: { step: 'password', password: demoPassword } })
}

/** The address with which a demo user signs in. */
export function emailOf(name: DemoName): string {
  const user = demoUsers[name]
  return 'in' in user ? `${user.email}@${demoAccounts[user.in]}.example` : user.email
}

/** Records the errors of a page. */
function note(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4[0-2]\d/.test(message.text()))
      complaints.push(`${page.url()}: ${message.text()}`)
  })
  page.on(
    'response',
    (response) => void (response.status() >= 500 && complaints.push(`${response.status()} ${response.url()}`)),
  )
}

async function newContext(browser: Browser, baseURL: string, { dark, phone }: Look): Promise<BrowserContext> {
  return browser.newContext({
    baseURL,
    colorScheme: dark ? 'dark' : 'light',
    viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    hasTouch: phone ?? false,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  })
}
