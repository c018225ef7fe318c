import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isIn, openSamlOffice, type SamlOffice, samlCertificate, withXml, xmlOf } from '#test/saml-app.ts'

let office: SamlOffice
beforeAll(async () => {
  office = await openSamlOffice()
})
afterAll(() => office.close())
beforeEach(() => office.say({}))

test('while the provider changes its key, both of its certificates are trusted', async () => {
  const other = await (await fetch(`${office.url}/login/saml2/certificate`)).text()
  for (const certificates of [
    [other, samlCertificate],
    [samlCertificate, other],
  ]) {
    await office.call('admin', 'PATCH', '/authentication/idp/corp', { certificates })
    const { browser, form, action } = await office.asked()
    await browser.go(action, form)
    expect(isIn(browser)).toBe(true)
  }
  await office.call('admin', 'PATCH', '/authentication/idp/corp', { certificates: [other] })
  const { browser, form, action } = await office.asked()
  await browser.go(action, form)
  expect([isIn(browser), (await office.lastFinding())?.[1]]).toEqual([false, 'signature-wrong'])
  await office.call('admin', 'PATCH', '/authentication/idp/corp', { certificates: [samlCertificate] })
})

const xmlenc = (name: string) => `http://www.w3.org/${name}`
test.each(['2009/xmlenc11#aes256-gcm', '2001/04/xmlenc#aes256-cbc'])(
  'an assertion encrypted by %s is read',
  async (name) => {
    await office.say({ encrypt: xmlenc(name) })
    const { browser, form, action } = await office.asked()
    expect(xmlOf(form)).toContain('EncryptedAssertion')
    expect(xmlOf(form)).not.toContain('ann@saml.example')
    await browser.go(action, form)
    expect([isIn(browser), await office.lastFinding()]).toEqual([true, undefined])
  },
)

test.each<[string, Record<string, string>, string | null]>([
  ['by RSA 1.5', { encryptKey: xmlenc('2001/04/xmlenc#rsa-1_5') }, 'not-decrypted'],
  ['by triple DES', { encrypt: xmlenc('2001/04/xmlenc#tripledes-cbc') }, 'not-decrypted'],
  ['for another audience', { Audience: 'https://other.example' }, 'saml-audience-wrong'],
])('an assertion encrypted %s is rejected', async (_, values, finding) => {
  await office.say({ encrypt: xmlenc('2009/xmlenc11#aes256-gcm'), ...values })
  const { browser, form, action } = await office.asked()
  await browser.go(action, form)
  expect([isIn(browser), (await office.lastFinding())?.[1]]).toEqual([false, finding])
})

test('an assertion encrypted for another key is not read', async () => {
  await office.say({ encrypt: xmlenc('2009/xmlenc11#aes256-gcm') })
  const { browser, form, action } = await office.asked()
  const xml = xmlOf(form).replace(
    /(CipherValue>)(.)/,
    (_, tag: string, letter: string) => tag + (letter === 'A' ? 'B' : 'A'),
  )
  await browser.go(action, withXml(form, xml))
  expect([isIn(browser), (await office.lastFinding())?.[1]]).toEqual([false, 'not-decrypted'])
})
