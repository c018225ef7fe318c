import { afterAll, beforeAll, expect, test } from 'vitest'
import { samlCertificate } from '#test/saml-app.ts'
import { type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'

let office: UserManagementApp
beforeAll(async () => {
  office = await userManagementApp()
})
afterAll(() => office.close())

const read = (xml: string) => office.call('admin', 'POST', '/authentication/idp/metadata', { xml })
const body = samlCertificate.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').trim()
const key = (use: string, certificate = body) =>
  `<md:KeyDescriptor${use && ` use="${use}"`}><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>
   ${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`
const signOn = (binding: string, at = 'https://idp.example/sso') =>
  `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${at}"/>`
const entity = (inner: string, more = '') =>
  `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="urn:corp:idp"${more}>
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${inner}</md:IDPSSODescriptor></md:EntityDescriptor>`
const usual = key('signing') + signOn('HTTP-POST', 'https://idp.example/post') + signOn('HTTP-Redirect')

test('entity id, sign-on address and signing certificates are read, two of them while the key changes', async () => {
  const other = body.replace(/^.{8}/, 'MIIAAAAA')
  const { status, body: found } = await read(entity(key('encryption', 'AAAA') + key('', other) + usual))
  expect([status, found.issuer, found.entryPoint]).toEqual([200, 'urn:corp:idp', 'https://idp.example/sso'])
  const certificates = found.certificates as unknown as string[]
  expect(certificates.map((pem) => pem.replace(/-----.*-----|\s/g, ''))).toEqual(
    [other, body].map((one) => one.replace(/\s/g, '')),
  )
  const made = await office.call('admin', 'POST', '/authentication/idp', {
    name: 'Corp',
    type: 'SAML',
    ...{ ...found, certificates: certificates.slice(1) },
  })
  expect([made.status, made.body.enabled]).toEqual([201, false])
})

test.each([
  ['no XML', 'hello', 'not well-formed'],
  ['cut off', entity(usual).slice(0, -30), 'not well-formed'],
  ['a file of the server', `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${entity(usual)}`, 'document types'],
  ['a bomb', `<!doctype x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>`, 'document types'],
  ['very many elements', entity('<md:a/>'.repeat(40_000)), 'too long'],
  ['very deep', `${'<a>'.repeat(3_900)}${'</a>'.repeat(3_900)}`, 'too long'],
  ['something else', '<html/>', 'not SAML'],
  ['a federation', entity(usual).replaceAll('EntityDescriptor', 'EntitiesDescriptor'), 'several'],
  ['a service provider', entity(usual).replaceAll('IDPSSODescriptor', 'SPSSODescriptor'), 'one identity provider'],
  ['no certificate', entity(signOn('HTTP-Redirect')), 'no signing certificate'],
  ['no address', entity(key('signing') + signOn('HTTP-POST')), 'no sign-on address'],
  ['metadata of the past', entity(usual, ' validUntil="2020-01-01T00:00:00Z"'), 'over on 2020-01-01'],
])('%s is rejected with the reason', async (_, xml, reason) => {
  const { status, body: rejected } = await read(xml)
  expect([status, rejected.code]).toEqual([400, 'metadata-unreadable'])
  expect(rejected.fields).toEqual([{ path: 'xml', message: expect.stringContaining(reason) }])
})
