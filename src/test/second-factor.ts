import { generate } from 'otplib'

type Page = { readonly url: URL; readonly text: string }
type Browser = { go(path: string, form: Record<string, string>): Promise<Page> }
type Authenticator = { readonly recoveryCodes: string[] }

/** By address of the portal and user, and by user alone, for a second process on the same database. */
const authenticators = new Map<string, Authenticator>()

/**
 * Sets up an authenticator where the page requires one, and enters a code where it requires that; else does nothing.
 * `renew` requests new recovery codes from the portal, once the user is signed in with the last one.
 */
export async function passSecondFactor(
  browser: Browser,
  page: Page,
  { portalUrl, email, renew }: { portalUrl: string; email: string; renew: () => Promise<Response> },
): Promise<void> {
  const keys = [`${portalUrl} ${email}`, email]
  const requested = /name="step" value="(enrol|totp)"/.exec(page.text)?.[1]
  if (requested === 'enrol') {
    const authenticator = await enrol(browser, page)
    for (const key of keys) authenticators.set(key, authenticator)
  } else if (requested === 'totp') {
    const known = keys.map((key) => authenticators.get(key)).find(Boolean)
    // A code of the authenticator is accepted once in 30 seconds, a recovery code at any time.
    const code = known?.recoveryCodes.shift()
    if (!known || !code) return
    await browser.go(page.url.href, { step: 'recovery', code })
    if (known.recoveryCodes.length > 0) return
    const renewed = (await (await renew()).json()) as Authenticator
    known.recoveryCodes.push(...renewed.recoveryCodes)
  }
}

async function enrol(browser: Browser, page: Page): Promise<Authenticator> {
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)![1]!.replaceAll(' ', '')
  const shown = await browser.go(page.url.href, { step: 'enrol', code: await generate({ secret }) })
  const recoveryCodes = [...shown.text.matchAll(/<li><code>([a-z0-9-]+)<\/code>/g)].map(([, code]) => code!)
  await browser.go(page.url.href, { step: 'done' })
  return { recoveryCodes }
}
