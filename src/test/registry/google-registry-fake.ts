import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { jwtVerify } from 'jose'
import { startPrism } from '../directories/prism.ts'
import { type Answer, type Call, catalogOf, guardRegistry } from './guarded-registry.ts'

const EMAIL = 'portal@vendor-project.iam.gserviceaccount.com'
/** Project and repository: the beginning of the names of all images. */
export const GOOGLE_PATH = 'vendor-project/images'
const description = fileURLToPath(
  new URL('../../integrations/google-artifact-registry/google-artifact-registry.json', import.meta.url),
)

/** A Google Artifact Registry before a real registry: calls of its API are judged by Prism, assertions are verified. */
export async function startGoogleRegistryFake(registry: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const prism = await startPrism(description)
  let token: string | null = null
  const wrong: string[] = []
  const served = await guardRegistry(registry, {
    accepted: () => token && `Basic ${Buffer.from(`oauth2accesstoken:${token}`).toString('base64')}`,
    answer: (call) => (call.url.pathname === '/token' ? issue(call) : list(call)),
  })
  const keyOf = (key: typeof privateKey) =>
    JSON.stringify({
      type: 'service_account',
      project_id: 'vendor-project',
      private_key_id: 'key-1',
      private_key: key.export({ type: 'pkcs8', format: 'pem' }),
      client_email: EMAIL,
      token_uri: `${served.url}/token`,
    })
  return {
    ...served,
    wrong,
    key: keyOf(privateKey),
    /** A key that no service account has. */
    foreignKey: keyOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
    async close() {
      await served.close()
      await prism.close()
    },
  }

  async function issue({ body }: Call): Promise<Answer> {
    const form = new URLSearchParams(body)
    try {
      if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') throw new Error('grant')
      const { payload } = await jwtVerify(form.get('assertion') ?? '', publicKey, {
        algorithms: ['RS256'],
        issuer: EMAIL,
        audience: `${served.url}/token`,
        requiredClaims: ['iat', 'exp', 'scope'],
      })
      if (payload.exp! - payload.iat! > 3600) throw new Error('longer than an hour')
    } catch {
      return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } }
    }
    token = `ya29.${randomBytes(24).toString('hex')}`
    return { status: 200, body: { access_token: token, expires_in: 3599, token_type: 'Bearer' } }
  }

  async function list({ method, url, headers }: Call): Promise<Answer> {
    if (headers.authorization !== `Bearer ${token}`)
      return { status: 401, body: { error: { code: 401, status: 'UNAUTHENTICATED', message: 'no token' } } }
    const verdict = await fetch(new URL(`${url.pathname}${url.search}`, prism.url), {
      method,
      headers: { authorization: headers.authorization },
    })
    if (!verdict.ok) {
      wrong.push(await verdict.text())
      return { status: verdict.status, body: {} }
    }
    const names = (await catalogOf(registry)).filter((name) => name.startsWith(`${GOOGLE_PATH}/`))
    // A page of one, so that all pages are asked for.
    const at = Number(url.searchParams.get('pageToken') ?? 0)
    const more = at + 1 < names.length ? { nextPageToken: String(at + 1) } : {}
    const dockerImages = names
      .slice(at, at + 1)
      .map((name) => ({ uri: `${served.host}/${name}@sha256:${'0'.repeat(64)}` }))
    return { status: 200, body: { dockerImages, ...more } }
  }
}
