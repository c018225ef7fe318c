import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import type { JWK } from 'oidc-provider'
import type { Database } from '#kit/server/database.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import { storedSecret } from '#kit/server/portal-key.ts'

/** What the embedded provider must store between starts and share between nodes. */
export type ProviderKeys = {
  readonly jwks: { readonly keys: JWK[] }
  readonly cookieKeys: string[]
  readonly clientSecret: string
}

const NAME = 'embedded-provider'

/** Reads the keys, encrypted in the database; creates them the first time. */
export async function loadProviderKeys(db: Database, encrypt: Encryptor): Promise<ProviderKeys> {
  return JSON.parse(await storedSecret(db, encrypt, NAME, () => JSON.stringify(newKeep()))) as ProviderKeys
}

function newKeep(): ProviderKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256', use: 'sig' } as JWK
  return {
    jwks: { keys: [key] },
    cookieKeys: [randomBytes(32).toString('base64url')],
    clientSecret: randomBytes(32).toString('base64url'),
  }
}
