import { once } from 'node:events'
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** An external OpenID provider, for tests: it is a real server, and each of its responses can be changed. */
export type FaultyOidcProvider = {
  readonly issuer: string
  /** Set before a sign-in; `straighten` resets all of it. */
  bend: {
    claims?: (claims: JWTPayload) => JWTPayload
    key?: 'unknown' | 'forged' | 'none'
    discovery?: Record<string, unknown>
    answer?: Record<string, string>
    userinfo?: Record<string, unknown>
    /** It sends browsers on to this origin first, which sends them back. */
    through?: string
    /** It takes the client's secret in the body alone. */
    secretIn?: 'body'
    /** The time of its clock. */
    date?: string
  }
  /** The parameters of the last authorization request. */
  asked: Readonly<Record<string, string>>
  straighten(): void
  close(): void
}

/** Opens one that knows the client `portal` with its secret, and signs in the hinted user. */
export async function openBentProvider(): Promise<FaultyOidcProvider> {
  const [own, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, { nonce: string; email: string }>()
  const provider: FaultyOidcProvider = {
    issuer: '',
    bend: {},
    asked: {},
    straighten() {
      provider.bend = {}
    },
    close: () => server.close(),
  }

  async function idToken({ nonce, email }: { nonce: string; email: string }): Promise<{ token: string; sub: string }> {
    const { bend, issuer } = provider
    const now = Math.floor(Date.now() / 1_000)
    const claims = {
      iss: issuer,
      aud: 'portal',
      sub: email,
      iat: now,
      exp: now + 300,
      auth_time: now,
      nonce,
      email,
      email_verified: true,
    }
    const payload = bend.claims?.(claims) ?? claims
    const sub = String(payload.sub)
    if (bend.key === 'none') return { token: `${part({ alg: 'none' })}.${part(payload)}.`, sub }
    const header = { alg: 'RS256', kid: bend.key === 'unknown' ? 'two' : 'one' }
    const token = await new SignJWT(payload)
      .setProtectedHeader(header)
      .sign(bend.key ? other.privateKey : own.privateKey)
    return { token, sub }
  }

  const server = createServer(async (request, response) => {
    const { bend, issuer } = provider
    const url = new URL(request.url ?? '/', issuer)
    if (bend.date) response.setHeader('date', bend.date)
    const json = (value: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (url.pathname === '/.well-known/openid-configuration')
      return json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        userinfo_endpoint: `${issuer}/userinfo`,
        id_token_signing_alg_values_supported: ['RS256'],
        ...bend.discovery,
      })
    if (url.pathname === '/jwks') return json({ keys: [jwk] })
    if (url.pathname === '/userinfo') return json({ sub: request.headers.authorization?.slice(7), ...bend.userinfo })
    if (url.pathname === '/authorize') {
      const requested = url.searchParams
      if (bend.through && !requested.has('been'))
        return response.writeHead(302, { location: `${bend.through}/authorize${url.search}` }).end()
      provider.asked = Object.fromEntries(requested)
      if (requested.get('client_id') !== 'portal') return json({ error: 'invalid_client' }, 400)
      const code = crypto.randomUUID()
      codes.set(code, { nonce: requested.get('nonce')!, email: requested.get('login_hint') ?? 'nobody@bent.example' })
      const back = new URL(requested.get('redirect_uri')!)
      back.search = String(new URLSearchParams({ code, state: requested.get('state')!, ...bend.answer }))
      return response.writeHead(302, { location: back.href }).end()
    }
    const body: Buffer[] = []
    for await (const chunk of request) body.push(chunk as Buffer)
    const wanted = `Basic ${Buffer.from('portal:a+secret').toString('base64')}`
    const form = new URLSearchParams(Buffer.concat(body).toString())
    const isShown = bend.secretIn ? form.get('client_secret') === 'a secret' : request.headers.authorization === wanted
    if (!isShown) return json({ error: 'invalid_client' }, 401)
    const code = form.get('code')!
    const known = codes.get(code)
    if (!codes.delete(code) || !known) return json({ error: 'invalid_grant' }, 400)
    const { token, sub } = await idToken(known)
    return json({ access_token: sub, token_type: 'Bearer', id_token: token })
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return Object.assign(provider, { issuer: `http://localhost:${port}` })
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
