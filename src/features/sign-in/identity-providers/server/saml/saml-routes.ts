import type { FastifyInstance } from 'fastify'
import type { Encryptor } from '#kit/server/encryption.ts'
import { html } from '#kit/server/html.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { attemptLog } from '../attempts/attempt-log.ts'
import { pageTheme } from '../browser-cookies.ts'
import { originOf } from '../embedded/open-provider.ts'
import { type Form, sendPage } from '../form-posts.ts'
import { errorPage } from '../pages/error-page.ts'
import { testPage } from '../pages/test-page.ts'
import { everyProvider } from '../providers.ts'
import { readResponse } from './read-response.ts'
import { samlKeyPair } from './saml-key-pair.ts'
import { isRelayState, openRequest, storeResponse } from './saml-requests.ts'
import { serviceProviderSettings } from './service-provider.ts'

const LARGEST_RESPONSE = 512 * 1024

/**
 * Serves the endpoint of SAML responses. They are posted from another site, so without our cookies: a valid response is
 * stored, and only the browser that sent the request, redirected to one of our pages, turns it into a session.
 */
export function serveSaml(scope: FastifyInstance, portal: AppContext, encrypt: Encryptor): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LARGEST_RESPONSE },
    (_request, text, finish) => finish(null, Object.fromEntries(new URLSearchParams(text as string))),
  )

  scope.post('/login/saml2/acs/:provider', async (request, reply) => {
    const { SAMLResponse = '', RelayState = '' } = (request.body ?? {}) as Form
    const { provider: id } = request.params as { provider: string }
    const look = pageTheme(portal, request)
    const provider = (await everyProvider(portal, encrypt)).find((one) => one.id === id)
    const sentRequest = provider?.saml && isRelayState(RelayState) && (await openRequest(portal.db, RelayState, id))
    if (!provider?.saml || !sentRequest || !(provider.enabled || sentRequest.test))
      return sendPage(reply, errorPage(look, { title: 'state' }), { status: 400 })
    const log = sentRequest.attempt
      ? attemptLog(portal, { id: sentRequest.attempt, provider: id, test: sentRequest.test })
      : undefined
    const we = serviceProviderSettings(originOf(portal, request), id, provider.saml.entityId)
    const read = await readResponse(provider, provider.saml, we, {
      requestId: sentRequest.id,
      answer: SAMLResponse,
      privateKey: async () => (await samlKeyPair(portal, encrypt)).privateKey,
    })
    const isStored = 'claims' in read && (await storeResponse(portal.db, encrypt, sentRequest.id, read.claims))
    if (!isStored) {
      log?.note(
        ...('failed' in read
          ? read.failed
          : [{ step: 'return', failed: true, finding: 'response-unrequested' } as const]),
      )
      log?.end('REJECTED')
      const page = sentRequest.test
        ? testPage(look, 'stopped')
        : errorPage(look, { title: 'answer', name: provider.name, attempt: log?.id })
      return sendPage(reply, page, { status: 400 })
    }
    log?.note({ step: 'return' }, { step: 'token' }, { step: 'signature' })
    return reply.redirect(`/login/saml2/finish/${id}?${new URLSearchParams({ state: RelayState })}`, 303)
  })

  /** For providers that do not read metadata: the certificate they encrypt for. */
  scope.get('/login/saml2/certificate', async (_request, reply) =>
    reply.type('application/x-pem-file').send((await samlKeyPair(portal, encrypt)).certificate),
  )

  scope.get('/login/saml2/metadata/:provider', async (request, reply) => {
    const { provider: id } = request.params as { provider: string }
    const rows = await portal.db
      .selectFrom('identity_providers')
      .select(['id', 'entity_id'])
      .where('type', '=', 'SAML')
      .execute()
    const row = rows.find((one) => one.id === id)
    if (!row) return sendPage(reply, errorPage(pageTheme(portal, request), { title: 'nowhere' }), { status: 404 })
    const { certificate } = await samlKeyPair(portal, encrypt)
    const { entityId, acsUrl } = serviceProviderSettings(originOf(portal, request), id, row.entity_id ?? undefined)
    return reply.type('application/samlmetadata+xml; charset=utf-8').send(metadata(entityId, acsUrl, certificate).text)
  })
}

/** The portal's description for a SAML provider (SAML 2.0 Metadata). */
function metadata(entityId: string, acsUrl: string, certificate: string) {
  const key = certificate.replace(/-----.*-----|\s/g, '')
  return html`<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="encryption">
      <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${key}</X509Certificate></X509Data></KeyInfo>
      <EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#aes256-gcm"/>
      <EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p"/>
    </KeyDescriptor>
    <NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat>
    <NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>
    <AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${acsUrl}"/>
  </SPSSODescriptor>
</EntityDescriptor>
`
}
