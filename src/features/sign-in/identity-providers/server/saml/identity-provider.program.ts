import { createServer } from 'node:http'
import * as samlify from 'samlify'
import keys from './test-keys.json' with { type: 'json' }

/**
 * A third party's SAML 2.0 identity provider, for tests: `program PORT METADATA_URL`. It signs in `ann@saml.example`
 * without a prompt and responds with a form, as providers do; `POST /say` sets the content of its next responses (JSON,
 * by the names of samlify's template). Prints `ready`.
 */
const [port = '0', metadataUrl = ''] = process.argv.slice(2)
const origin = `http://localhost:${port}`
samlify.setSchemaValidator({ validate: async () => 'skipped' })

/** The provider, encrypting its assertions with these algorithms or not at all. */
const idpWith = (encryption: { data: string; key: string } | undefined) =>
  samlify.IdentityProvider({
    entityID: 'urn:test:idp',
    privateKey: keys.privateKey,
    signingCert: keys.certificate,
    isAssertionEncrypted: encryption !== undefined,
    ...(encryption ? { dataEncryptionAlgorithm: encryption.data, keyEncryptionAlgorithm: encryption.key } : {}),
    requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    messageSigningOrder: encryption ? 'sign-then-encrypt' : 'encrypt-then-sign',
    singleSignOnService: [{ Binding: samlify.Constants.namespace.binding.redirect, Location: `${origin}/sso` }],
    nameIDFormat: ['urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'],
  })
const OAEP = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p'
let said: Record<string, string> = {}

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', origin)
  if (url.pathname === '/say') {
    const body: Buffer[] = []
    for await (const chunk of request) body.push(chunk as Buffer)
    said = JSON.parse(Buffer.concat(body).toString()) as Record<string, string>
    return response.end()
  }
  const idp = idpWith(said.encrypt ? { data: said.encrypt, key: said.encryptKey ?? OAEP } : undefined)
  const sp = samlify.ServiceProvider({ metadata: await (await fetch(metadataUrl)).text() })
  const { extract } = await idp.parseLoginRequest(sp, 'redirect', { query: Object.fromEntries(url.searchParams) })
  const { context } = await idp.createLoginResponse(
    sp,
    { extract },
    'post',
    {},
    { customTagReplacement: fill(sp, extract) },
  )
  response.setHeader('content-type', 'text/html')
  response.end(`<form method="post" action="${acsOf(sp)}"><input name="SAMLResponse" value="${context}">
<input name="RelayState" value="${url.searchParams.get('RelayState') ?? ''}"><button>Go on</button></form>`)
})
server.listen(Number(port), 'localhost', () => process.stdout.write('ready\n'))

type ServiceProvider = ReturnType<typeof samlify.ServiceProvider>
function acsOf(sp: ServiceProvider): string {
  return String(sp.entityMeta.getAssertionConsumerService('post'))
}

function fill(sp: ServiceProvider, extract: { request?: { id?: string } }) {
  return (template: string) => {
    const now = Date.now()
    const time = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
    const id = `_${crypto.randomUUID()}`
    const values = {
      ID: `_${crypto.randomUUID()}`,
      AssertionID: id,
      Destination: acsOf(sp),
      Audience: sp.entityMeta.getEntityID(),
      SubjectRecipient: acsOf(sp),
      AssertionConsumerServiceURL: acsOf(sp),
      Issuer: 'urn:test:idp',
      IssueInstant: time(0),
      StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
      ConditionsNotBefore: time(-1),
      ConditionsNotOnOrAfter: time(5),
      SubjectConfirmationDataNotOnOrAfter: time(5),
      NameIDFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      NameID: 'ann@saml.example',
      InResponseTo: extract.request?.id ?? '',
      AuthnStatement: `<saml:AuthnStatement AuthnInstant="${time(0)}"/>`,
      groups: 'staff',
      ...said,
    }
    const attributes = `<saml:AttributeStatement><saml:Attribute Name="groups"><saml:AttributeValue>${values.groups}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`
    const whole = template.replace('{AttributeStatement}', attributes)
    return {
      id,
      context: whole.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name as keyof typeof values] ?? '')),
    }
  }
}
