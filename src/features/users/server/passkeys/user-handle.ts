import type { Database, Tx } from '#kit/server/database.ts'
import { lastingDerivation } from '#kit/server/portal-key.ts'
import type { Seal } from '#kit/server/seal.ts'

/** How authenticators know a person: always the same, and telling nothing about them (WebAuthn 3, §14.6.1). */
export async function userHandle(db: Database | Tx, seal: Seal, personId: number): Promise<string> {
  const derive = await lastingDerivation(db, seal, 'passkey user handle')
  return derive(String(personId)).toString('base64url')
}
