import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import type { JWK } from 'oidc-provider'
import type { Database } from '#kit/server/database.ts'
import type { Seal } from '#kit/server/seal.ts'

/** What the embedded provider must keep between starts and share between nodes. */
export type Keep = {
  readonly jwks: { readonly keys: JWK[] }
  readonly cookieKeys: string[]
  readonly clientSecret: string
}

const NAME = 'embedded-provider'

/** Reads the keys, sealed in the database; makes them when this is the first time. Of two nodes at once one wins. */
export async function keepOf(db: Database, seal: Seal): Promise<Keep> {
  const read = () => db.selectFrom('portal_keys').select('sealed').where('name', '=', NAME).executeTakeFirst()
  if (!(await read()))
    await db
      .insertInto('portal_keys')
      .values({ name: NAME, sealed: seal.close(JSON.stringify(newKeep()), NAME) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const row = await read()
  return JSON.parse(seal.open(row!.sealed, NAME)) as Keep
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
