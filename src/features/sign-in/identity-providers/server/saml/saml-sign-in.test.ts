import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isIn, openSamlOffice, type SamlOffice, samlCertificate, withXml, xmlOf } from '#test/saml-app.ts'
import { openBrowser, signedIn } from '#test/sign-in.ts'
import keys from './test-keys.json' with { type: 'json' }

let office: SamlOffice
beforeAll(async () => {
  office = await openSamlOffice()
})
afterAll(() => office.close())
beforeEach(() => office.say({}))

test('a user of the domain signs in at their SAML provider, and returns to the wanted page', async () => {
  const { browser, form, action } = await office.asked()
  const page = await browser.go(action, form)
  expect([page.url.pathname, isIn(browser)]).toEqual(['/accounts', true])
  const me = await (await signedIn(office.url, browser).call('/api/users/me')).json()
  expect(me).toMatchObject({ username: 'ann@saml.example', provider: 'corp', userState: 'active' })
  expect(await office.lastFinding()).toBeUndefined()
})

test('the portal describes itself to the provider', async () => {
  const metadata = await fetch(`${office.url}/login/saml2/metadata/corp`)
  expect(metadata.headers.get('content-type')).toContain('samlmetadata+xml')
  expect(await metadata.text()).toContain(`Location="${office.url}/login/saml2/acs/corp"`)
  expect((await fetch(`${office.url}/login/saml2/metadata/nowhere`)).status).toBe(404)
})

const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()
// Made when they are sent: the current time would differ by then.
test.each<[string, () => Record<string, string>, string, string]>([
  ['another audience', () => ({ Audience: 'https://other.example' }), 'claims', 'saml-audience-wrong'],
  ['another recipient', () => ({ SubjectRecipient: 'https://other.example/acs' }), 'claims', 'recipient-wrong'],
  [
    'a response sent to another service',
    () => ({ Destination: 'https://other.example/acs' }),
    'return',
    'recipient-wrong',
  ],
  ['another issuer', () => ({ Issuer: 'urn:evil' }), 'claims', 'token-issuer-wrong'],
  ['a time that is over', () => ({ ConditionsNotOnOrAfter: minutes(-2) }), 'claims', 'expired'],
  ['a confirmation that is over', () => ({ SubjectConfirmationDataNotOnOrAfter: minutes(-2) }), 'claims', 'expired'],
  ['a time to come', () => ({ ConditionsNotBefore: minutes(2) }), 'claims', 'not-yet-valid'],
  ['a response to another request', () => ({ InResponseTo: '_made_up' }), 'return', 'response-unrequested'],
  ['a response to no request', () => ({ InResponseTo: '' }), 'return', 'response-unrequested'],
  [
    'a name for this time only',
    () => ({ NameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }),
    'claims',
    'subject-transient',
  ],
  ['an address of another domain', () => ({ NameID: 'ann@other.example' }), 'person', 'domain-not-routed'],
])('%s: no session, and the attempt records what was wrong', async (_, values, step, finding) => {
  await office.say(values())
  const { browser, form, action } = await office.asked()
  const page = await browser.go(action, form)
  expect([page.status >= 400, isIn(browser)]).toEqual([true, false])
  expect(await office.lastFinding()).toEqual([step, finding])
})

test('clocks may differ by less than a minute', async () => {
  await office.say({ ConditionsNotBefore: minutes(0.5) })
  const { browser, form, action } = await office.asked()
  await browser.go(action, form)
  expect(isIn(browser)).toBe(true)
})

const provedAt = (time: string) => ({ AuthnStatement: `<saml:AuthnStatement AuthnInstant="${time}"/>` })
test.each<[string, () => Record<string, string>, string | undefined]>([
  ['just now', () => provedAt(minutes(0)), undefined],
  ['half a minute before, as its clock is late', () => provedAt(minutes(-0.5)), undefined],
  ['two minutes before', () => provedAt(minutes(-2)), 'proof-too-old'],
  ['eight hours before', () => provedAt(minutes(-480)), 'proof-too-old'],
  ['at a time that it does not say', () => ({ AuthnStatement: '' }), 'proof-time-missing'],
  ['at a time that is none', () => provedAt('today'), 'proof-time-missing'],
])('asked again, the user proved their identity %s', async (_, values, finding) => {
  await office.say(values())
  const { browser, form, action } = await office.asked(
    '/oauth2/authorization/corp?login_hint=ann@saml.example&prompt=login',
  )
  await browser.go(action, form)
  expect([isIn(browser), (await office.lastFinding())?.[1]]).toEqual([finding === undefined, finding])
})

test('a session counts as fresh from the time in the assertion, not from its start', async () => {
  await office.say(provedAt(minutes(-60)))
  const { browser, form, action } = await office.asked()
  await browser.go(action, form)
  const token = { name: 'script', expiresAt: minutes(60) }
  const made = await signedIn(office.url, browser).call('/api/users/me/tokens', { method: 'POST', json: token })
  expect([made.status, ((await made.json()) as { code: string }).code]).toEqual([403, 'reauthentication-required'])
})

test('a name that is an address is compared as one', async () => {
  for (const NameID of ['Ann@SAML.example', 'ANN@saml.EXAMPLE', 'ann@saml.example']) {
    await office.say({ NameID })
    const { browser, form, action } = await office.asked()
    await browser.go(action, form)
    const me = await (await signedIn(office.url, browser).call('/api/users/me')).json()
    expect(me).toMatchObject({ username: 'ann@saml.example' })
  }
  await office.say({ NameID: 'Another@saml.example', AuthnStatement: provedAt(minutes(0)).AuthnStatement })
  const other = await office.asked()
  await other.browser.go(other.action, other.form)
  const me = await (await signedIn(office.url, other.browser).call('/api/users/me')).json()
  expect(me).toMatchObject({ username: 'another@saml.example' })
})

const signature = /<ds:Signature[\s\S]*?<\/ds:Signature>/
const assertion = /<saml:Assertion[\s\S]*<\/saml:Assertion>/
const evil = (xml: string) => xml.replace(signature, '').replace(/ann@saml\.example/g, 'root@saml.example')
test.each<[string, (xml: string) => string, string]>([
  ['without a signature', (xml) => xml.replace(signature, ''), 'not-signed'],
  ['with another name under the signature', (xml) => xml.replace(/>ann@saml/g, '>root@saml'), 'signature-wrong'],
  [
    'with a forged assertion before the signed one',
    (xml) => xml.replace(assertion, (real) => evil(real).replace(/ID="[^"]*"/, 'ID="_evil"') + real),
    'signature-wrong',
  ],
  [
    'with the signed assertion wrapped in a forged one',
    (xml) =>
      xml.replace(assertion, (real) =>
        evil(real)
          .replace(/ID="[^"]*"/, 'ID="_evil"')
          .replace('</saml:Assertion>', `<saml:Advice>${real}</saml:Advice></saml:Assertion>`),
      ),
    'not-signed',
  ],
  [
    'with a forged assertion of the same id around the signed one',
    (xml) => xml.replace(assertion, (real) => evil(real).replace('</saml:Assertion>', `${real}</saml:Assertion>`)),
    'signature-wrong',
  ],
  [
    'signed with SHA-1',
    (xml) => xml.replace('2001/04/xmldsig-more#rsa-sha256', '2000/09/xmldsig#rsa-sha1'),
    'signature-weak',
  ],
  ['with entities', (xml) => `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${xml}`, 'answer-malformed'],
  ['that is no XML', () => 'hello', 'answer-malformed'],
  ['with a prefix that is not declared', (xml) => xml.replace(' ID=', ' a:b="" ID='), 'answer-malformed'],
])('a response %s gives no session', async (_, forge, finding) => {
  const { browser, form, action } = await office.asked()
  const forged = forge(xmlOf(form))
  expect(forged).not.toBe(xmlOf(form))
  await browser.go(action, withXml(form, forged))
  expect(isIn(browser)).toBe(false)
  const found = await office.lastFinding()
  expect([finding, 'signature-wrong']).toContain(found?.[1])
  expect(
    await office.portal.db.selectFrom('users').select('id').where('email', '=', 'root@saml.example').execute(),
  ).toEqual([])
})

test('a comment within a name does not truncate it', async () => {
  const { browser, form, action } = await office.asked()
  const xml = xmlOf(form).replace('ann@saml.example</saml:NameID>', 'ann@saml<!-- -->.example</saml:NameID>')
  expect(xml).not.toBe(xmlOf(form))
  await browser.go(action, withXml(form, xml))
  const me = await (await signedIn(office.url, browser).call('/api/users/me')).json()
  expect(me).toMatchObject({ username: 'ann@saml.example' })
})

test('a response is valid once, in the browser that sent the request, and only when it was requested', async () => {
  const { browser, form, action } = await office.asked()
  const other = openBrowser(office.url)
  expect((await other.go(action, form)).status).toBe(400)
  expect(isIn(other)).toBe(false)
  expect((await browser.go(action, form)).status).toBe(400)
  const unasked = await openBrowser(office.url).go(action, { SAMLResponse: form.SAMLResponse!, RelayState: 'made-up' })
  expect(unasked.status).toBe(400)
  const mine = await office.asked()
  await mine.browser.go(mine.action, mine.form)
  const again = openBrowser(office.url)
  await again.go(mine.action, mine.form)
  expect([isIn(mine.browser), isIn(again)]).toEqual([true, false])
})

test.each([
  ['POST', '/login/saml2/acs/corp', 'RelayState=%00&SAMLResponse=%00'],
  ['POST', '/login/saml2/acs/%00', 'RelayState=x'],
  ['POST', '/login/saml2/acs/corp', ''],
  ['GET', '/login/saml2/metadata/%00', undefined],
  ['GET', '/login/saml2/finish/corp?state=%00', undefined],
  ['GET', '/oauth2/authorization/corp?test=%00', undefined],
])('%s %s with %s is rejected', async (method, path, body) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const response = await fetch(`${office.url}${path}`, { method, ...(body === undefined ? {} : { headers, body }) })
  expect([400, 404]).toContain(response.status)
})

test('an expired certificate is not trusted', async () => {
  const change = (certificates: string[]) => office.call('admin', 'PATCH', '/authentication/idp/corp', { certificates })
  await change([keys.expiredCertificate])
  const { browser, form, action } = await office.asked()
  await browser.go(action, form)
  expect([isIn(browser), await office.lastFinding()]).toEqual([false, ['signature', 'certificate-expired']])
  await change([keys.expiredCertificate, samlCertificate])
  const next = await office.asked()
  await next.browser.go(next.action, next.form)
  expect(isIn(next.browser)).toBe(true)
})
