import { passSecondFactor } from './second-factor.ts'

/** A browser without script: stores cookies, follows redirects, goes on where a page does, sends forms. */
export type Browser = {
  /**
   * Fetches a path (or an address), following redirects; `form` is posted. Throws where browsers stop without a word:
   * when a redirect after a form leads to an origin that the page of the form does not name (`form-action`, CSP 3).
   */
  go(path: string, form?: Record<string, string>): Promise<Page>
  readonly cookies: Map<string, string>
}
/** The final state of the browser: its address, the status, the text of the page. */
export type Page = { readonly url: URL; readonly status: number; readonly text: string; readonly headers: Headers }

/** A signed-in user: calls the API as them. */
export type SignedIn = {
  readonly cookie: string
  readonly csrf: string
  /** `fetch` of a path with the session's cookie and, for writes, its XSRF token; `json` becomes the body. */
  call(path: string, init?: RequestInit & { json?: unknown }): Promise<Response>
}

/**
 * Opens a browser at the portal, with the cookies of a signed-in user where they are given. Cookies are sent to the
 * host that set them, whatever the port, as in browsers.
 */
export function openBrowser(portalUrl: string, headers: Record<string, string> = {}, cookie = ''): Browser {
  const jar = new Map<string, { value: string; path: string }>()
  for (const pair of cookie.split('; ').filter(Boolean)) keep(`${pair}; Path=/`)
  // The first form is one of the portal.
  let formTargets: readonly string[] | undefined = [new URL(portalUrl).origin]

  async function go(path: string, form?: Record<string, string>): Promise<Page> {
    let url = new URL(path, portalUrl)
    let init: RequestInit = form ? { method: 'POST', body: new URLSearchParams(form) } : {}
    let isForm = form !== undefined
    for (let hop = 0; hop < 15; hop += 1) {
      if (isForm && formTargets && !formTargets.includes(url.origin))
        throw new Error(`form-action ${formTargets.join(' ')} stops the browser before ${url.origin}`)
      const sent = [...jar].filter(([, { path: under }]) => url.pathname.startsWith(under))
      const cookie = sent.map(([name, { value }]) => `${name}=${value}`).join('; ')
      const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...headers, cookie } })
      for (const line of response.headers.getSetCookie()) keep(line)
      const location = response.headers.get('location')
      const text = await response.text()
      const next =
        location ?? /<meta http-equiv="refresh" content="0;url=([^"]*)"/.exec(text)?.[1]?.replaceAll('&#38;', '&')
      isForm &&= location !== null
      if (!location) formTargets = targetsOf(response.headers.get('content-security-policy'), url)
      if (next === undefined) return { url, status: response.status, text, headers: response.headers }
      url = new URL(next, url)
      init = {}
    }
    throw new Error(`redirected for ever, last to ${url}`)
  }

  function keep(line: string): void {
    const [pair = '', ...rules] = line.split(/; */)
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    const path = rules.find((rule) => /^path=/i.test(rule))?.slice(5) ?? '/'
    const over = rules.some((rule) => /^expires=/i.test(rule) && Date.parse(rule.slice(8)) <= Date.now())
    if (over || value === '') jar.delete(name)
    else jar.set(name, { value, path })
  }

  return {
    go,
    get cookies() {
      return new Map([...jar].map(([name, { value }]) => [name, value]))
    },
  }
}

/** The origins to which a page's forms may lead; undefined for any. */
function targetsOf(policy: string | null, { origin }: URL): string[] | undefined {
  const rule = policy?.split(';').find((one) => one.trim().startsWith('form-action '))
  return rule
    ?.trim()
    .split(' ')
    .slice(1)
    .map((source) => (source === "'self'" ? origin : source))
}

/**
 * Signs a user in over HTTP, through every page, as a browser without script does; a required second factor is set up,
 * and entered from then on. Throws when it did not work.
 */
export async function signIn(portalUrl: string, email: string, password: string): Promise<SignedIn> {
  const browser = openBrowser(portalUrl)
  await browser.go('/signin')
  const opened = await browser.go('/signin', { email, return: '/' })
  const page = await browser.go(opened.url.href, { step: 'password', password })
  const renewal = { method: 'POST', json: { currentPassword: password } }
  const renew = () => signedIn(portalUrl, browser).call('/api/users/me/factors/recovery-codes', renewal)
  await passSecondFactor(browser, page, { portalUrl, email, renew })
  return signedIn(portalUrl, browser)
}

/** The session of a browser. */
export function signedIn(portalUrl: string, browser: Browser): SignedIn {
  const token = browser.cookies.get('cosp_access_token')
  const csrf = browser.cookies.get('XSRF-TOKEN')
  if (!token || !csrf) throw new Error('nobody is signed in')
  const cookie = `cosp_access_token=${token}; XSRF-TOKEN=${csrf}`
  return {
    cookie,
    csrf,
    call(path, { json, ...init } = {}) {
      const writes = init.method !== undefined && init.method !== 'GET'
      const headers = {
        cookie,
        ...(writes ? { 'x-xsrf-token': csrf } : {}),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(init.headers as Record<string, string> | undefined),
      }
      return fetch(new URL(path, portalUrl), {
        ...init,
        headers,
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      })
    },
  }
}
