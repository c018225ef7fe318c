import { createHmac, randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { sameSecret } from '#kit/server/same-secret.ts'

/** Seconds that a token is valid. */
export const TOKEN_SECONDS = 300

/** What a client may do with a repository, as the distribution token specification has it. */
const Access = z.object({ type: z.string(), name: z.string(), actions: z.array(z.string()) })
export type Access = z.output<typeof Access>

/** Who a token is for: a credential of an account, or a release manager. */
const Bearer = z.union([z.object({ credential: z.int(), previous: z.boolean() }), z.object({ user: z.int() })])
export type Bearer = z.output<typeof Bearer>

const Claims = z.object({
  iss: z.string(),
  aud: z.string(),
  exp: z.int(),
  nbf: z.int(),
  bearer: Bearer,
  access: z.array(Access),
})

/** The one header that is signed and accepted: no other algorithm can be asked for. */
const HEADER = encode({ alg: 'HS256', typ: 'JWT' })

/** Signs a token for the registry at this host. */
export function signToken(
  key: Buffer,
  { host, subject, bearer, access }: { host: string; subject: string; bearer: Bearer; access: readonly Access[] },
  now = Math.floor(Date.now() / 1000),
): string {
  const claims = {
    iss: host,
    aud: host,
    sub: subject,
    iat: now,
    nbf: now - 5,
    exp: now + TOKEN_SECONDS,
    jti: randomUUID(),
  }
  const signedText = `${HEADER}.${encode({ ...claims, bearer, access })}`
  return `${signedText}.${signatureOf(key, signedText).toString('base64url')}`
}

/** Who the token is for; undefined when it is not ours, for another host, or expired. */
export function readToken(key: Buffer, host: string, token: string, now = Date.now() / 1000): Bearer | undefined {
  const [header = '', payload = '', signature = ''] = token.split('.')
  if (header !== HEADER) return undefined
  if (!sameSecret(Buffer.from(signature, 'base64url'), signatureOf(key, `${header}.${payload}`))) return undefined
  const { data } = z.safeParse(Claims, JSON.parse(Buffer.from(payload, 'base64url').toString()))
  if (!data || data.aud !== host || data.iss !== host || data.exp <= now || data.nbf > now) return undefined
  return data.bearer
}

function signatureOf(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
