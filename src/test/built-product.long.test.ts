import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generate } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword, demoUsers } from '#features/users/demo-users/server/index.ts'
import keys from '../features/sign-in/identity-providers/server/saml/test-keys.json' with { type: 'json' }
import { type FaultyOidcProvider, openBentProvider } from './faulty-oidc-provider.ts'
import { folderInMemory } from './folder-in-memory.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { freePort, openProduct, type Product } from './product-process.ts'
import { buildProgram } from './program.ts'
import { sendRaw } from './raw-http.ts'
import { openBrowser, type SignedIn, signedIn, signIn } from './sign-in.ts'
import { softwarePasskey } from './software-passkey.ts'

// What `npm start` runs is bundled: each library that is loaded at its first use is used here once, out of the bundle.
let product: Product
let mailbox: Mailbox
let provider: ChildProcess
let openId: FaultyOidcProvider
let url: string
let idp: string

beforeAll(async () => {
  mailbox = await openMailbox()
  const [own, port] = [await freePort(), await freePort()]
  url = `http://localhost:${own}`
  idp = `http://localhost:${port}`
  openId = await openBentProvider()
  const PRIVATE_HOSTS = `localhost:${port},${new URL(openId.issuer).host}`
  const env = { PORT: String(own), PUBLIC_URL: url, SMTP_URL: mailbox.url, PRIVATE_HOSTS, LOG_LEVEL: 'info' }
  const source = new URL(
    '../features/sign-in/identity-providers/server/saml/identity-provider.program.ts',
    import.meta.url,
  )
  const metadata = `${url}/login/saml2/metadata/corp`
  provider = spawn(process.execPath, [await buildProgram(source), String(port), metadata])
  await once(provider.stdout!, 'data')
  product = await openProduct(env)
})
afterAll(async () => {
  await product.close()
  provider.kill()
  mailbox.close()
  openId.close()
})

const csm = demoUsers.csm.email
const factors = '/api/users/me/factors'

test('a passkey is added and signs in', async () => {
  const user = await signIn(url, csm, demoPassword)
  const key = softwarePasskey(url)
  const options = await post(user, `${factors}/passkeys/options`, {})
  const credential = key.create(options as Parameters<typeof key.create>[0])
  expect(await post(user, `${factors}/passkeys`, { name: 'Key', credential })).toMatchObject({ name: 'Key' })

  const browser = openBrowser(url)
  await browser.go('/signin')
  const challenge = JSON.parse((await browser.go('/signin/passkey', {})).text) as Parameters<typeof key.get>[0]
  const page = await browser.go('/signin', { passkey: key.get(challenge), return: '/' })
  expect([page.status, await nameIn(browser)]).toEqual([200, csm])
})

test('an authenticator app is added and its code signs in', async () => {
  const email = demoUsers.engineer.email
  const user = await signIn(url, email, demoPassword)
  const { secret } = (await post(user, `${factors}/totp`, { currentPassword: demoPassword })) as { secret: string }
  const code = await generate({ secret })
  expect(await post(user, `${factors}/totp/confirm`, { code })).toHaveProperty('recoveryCodes')

  const browser = openBrowser(url)
  const page = await browser.go('/signin', { email })
  const opened = await browser.go(page.url.href, { step: 'password', password: demoPassword })
  const next = await generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 })
  await browser.go(opened.url.href, { step: 'totp', code: next })
  expect(await nameIn(browser)).toBe(email)
})

test('a mail is sent', async () => {
  await openBrowser(url).go('/signin/forgot', { email: csm })
  const bodies = async () => (await mailbox.mailsTo(csm)).map(({ text }) => text).join()
  await expect.poll(bodies).toContain('/signin/reset')
})

test('a request that its client breaks off is logged with level info, not as an error', async () => {
  const body = 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"email'
  await sendRaw(url, `POST /api/onboarding/signup HTTP/1.1\r\nHost: ${new URL(url).host}\r\n${body}`, 500)
  const levels = () =>
    [...product.printed.matchAll(/^\{"level":(\d+).*"url":"\/api\/onboarding\/signup".*$/gm)].map(([, level]) => level)
  await expect.poll(levels).toEqual(['30'])
})

test('a user signs in at a SAML provider, with an encrypted assertion and a signed request', async () => {
  const admin = await signIn(url, demoUsers.admin.email, demoPassword)
  const settings = { issuer: 'urn:test:idp', entryPoint: `${idp}/sso`, certificates: [keys.certificate] }
  const corp = { id: 'corp', name: 'Corp SSO', type: 'SAML', domains: ['saml.example'], allowUserCreation: true }
  await post(admin, '/api/authentication/idp', { ...corp, ...settings, enabled: true, confirmUntested: 'Corp SSO' })
  expect(await (await fetch(`${url}/login/saml2/metadata/corp`)).text()).toContain('X509Certificate')
  const encrypt = 'http://www.w3.org/2009/xmlenc11#aes256-gcm'
  await fetch(`${idp}/say`, { method: 'POST', body: JSON.stringify({ encrypt }) })
  const browser = openBrowser(url)
  const { text } = await browser.go('/signin', { email: 'ann@saml.example', return: '/' })
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''
  const action = /action="([^"]*)"/.exec(text)?.[1] ?? ''
  await browser.go(action, { SAMLResponse: value('SAMLResponse'), RelayState: value('RelayState') })
  expect(await nameIn(browser)).toBe('ann@saml.example')
})

test('a user signs in at an OpenID provider', async () => {
  const admin = await signIn(url, demoUsers.admin.email, demoPassword)
  const settings = { issuer: openId.issuer, clientId: 'portal', clientSecret: 'a secret', allowUserCreation: true }
  const bent = { id: 'bent', name: 'Bent ID', type: 'OIDC', domains: ['bent.example'], ...settings }
  await post(admin, '/api/authentication/idp', { ...bent, enabled: true, confirmUntested: 'Bent ID' })
  const browser = openBrowser(url)
  await browser.go('/signin', { email: 'ann@bent.example' })
  expect(await nameIn(browser)).toBe('ann@bent.example')
})

async function post(user: SignedIn, path: string, json: unknown): Promise<unknown> {
  const response = await user.call(path, { method: 'POST', json })
  const text = await response.text()
  expect([path, response.ok, text]).toEqual([path, true, text])
  return JSON.parse(text)
}

async function nameIn(browser: ReturnType<typeof openBrowser>): Promise<string> {
  const me = await signedIn(url, browser).call('/api/users/me')
  return ((await me.json()) as { username: string }).username
}

test('commands make what they need in an empty directory, and end', async () => {
  const folder = await folderInMemory('headend-commands-')
  // PostgreSQL may run as another user, which needs access to it.
  await chmod(folder, 0o755)
  try {
    const env = { ...process.env, DATA_DIR: join(folder, 'data'), DEMO: 'off', LOG_LEVEL: 'fatal' }
    const headend = (...words: string[]) =>
      promisify(execFile)(process.execPath, ['dist/portal/cli.js', ...words], { env })
    const demo = await headend('demo', '--scale', '0.0005')
    expect(demo.stderr).toMatch(/done, .* of database/)
    expect((await headend('audit', 'verify')).stdout).toContain('The audit chain is intact')
    const added = await headend('user', 'add', 'ella@operator.example', '--name', 'Ella Operator')
    expect(added.stdout).toContain('/signin/activate?token=')
    expect((await headend('signing', 'list')).stdout).not.toBe('')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
