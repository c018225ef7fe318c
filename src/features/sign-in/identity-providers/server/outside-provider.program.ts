import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import Provider from 'oidc-provider'

/**
 * A third party's OpenID provider, for tests: `program PORT REDIRECT_URI`. It signs in the hinted user (else
 * ann@outside.example) without a prompt, at another origin than that of its discovery document, as brokers do. Its responses for the client `portal-test` are meant for `portal`;
 * `/logout-token?sub=` returns a signed back-channel logout token. Prints `ready`.
 */
const [port = '0', redirectUri = ''] = process.argv.slice(2)
const issuer = `http://localhost:${port}`
const { privateKey } = await generateKeyPair('RS256', { extractable: true })
const jwk: JWK = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' }

const secret = { client_secret: 'a secret between us' }
const provider = new Provider(issuer, {
  clients: ['portal', 'portal-test'].map((client_id) => ({ ...secret, client_id, redirect_uris: [redirectUri] })),
  jwks: { keys: [jwk] },
  cookies: { keys: ['only for tests'] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  conformIdTokenClaims: false,
  features: { devInteractions: { enabled: false } },
  findAccount: (_context, id) => ({
    accountId: id,
    claims: async () => ({ sub: id, email: id, email_verified: !id.startsWith('unverified'), name: id }),
  }),
  loadExistingGrant: async ({ oidc }) => {
    const grant = new oidc.provider.Grant({ accountId: oidc.session!.accountId!, clientId: oidc.client!.clientId })
    grant.addOIDCScope('openid email profile')
    await grant.save()
    return grant
  },
})

provider.use(async (context, next) => {
  await next()
  const response = context.body as { id_token?: string } | undefined
  if (context.path !== '/token' || !response?.id_token) return
  const token = new SignJWT({ ...decodeJwt(response.id_token), aud: 'portal' })
  response.id_token = await token.setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey)
})

const elsewhere = createServer((request, response) => void serve(request, response))
await once(elsewhere.listen(0, 'localhost'), 'listening')
const { port: otherPort } = elsewhere.address() as AddressInfo

async function serve(request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', issuer)
  const isOurs = url.searchParams.get('client_id')?.startsWith('portal')
  if (url.pathname === '/auth' && isOurs && request.headers.host === `localhost:${port}`)
    return response.writeHead(302, { location: `http://localhost:${otherPort}${request.url}` }).end()
  if (url.pathname.startsWith('/interaction/')) {
    const { params } = await provider.interactionDetails(request, response)
    return provider.interactionFinished(request, response, {
      login: { accountId: String(params.login_hint ?? 'ann@outside.example') },
    })
  }
  if (url.pathname === '/logout-token') {
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    const token = await new SignJWT({ events, sub: url.searchParams.get('sub')! })
      .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'logout+jwt' })
      .setIssuer(issuer)
      .setAudience('portal')
      .setIssuedAt()
      .setJti(crypto.randomUUID())
      .sign(privateKey)
    return response.end(token)
  }
  return provider.callback()(request, response)
}
const server = createServer((request, response) => void serve(request, response))
server.listen(Number(port), 'localhost', () => process.stdout.write('ready\n'))
