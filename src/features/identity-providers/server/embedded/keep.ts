import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import type { JWK } from 'oidc-provider'
import type { Database } from '#kit/server/database.ts'
import { portalKey } from '#kit/server/portal-key.ts'
import type { Seal } from '#kit/server/seal.ts'

/** What the embedded provider must keep between starts and share between nodes. */
export type Keep = {
  readonly jwks: { readonly keys: JWK[] }
  readonly cookieKeys: string[]
  readonly clientSecret: string
}

const NAME = 'embedded-provider'

/** Reads the keys, sealed in the database; makes them when this is the first time. */
export async function keepOf(db: Database, seal: Seal): Promise<Keep> {
  return JSON.parse(await portalKey(db, seal, NAME, () => JSON.stringify(newKeep()))) as Keep
}

function newKeep(): Keep {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256', use: 'sig' } as JWK
  return {
    jwks: { keys: [key] },
    cookieKeys: [randomBytes(32).toString('base64url')],
    clientSecret: randomBytes(32).toString('base64url'),
  }
}
