import type { Database, Tx } from '#kit/server/database.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import { deriveFromStoredSecret } from '#kit/server/portal-key.ts'

/** The id by which authenticators know a user: constant, and revealing nothing about them (WebAuthn 3, §14.6.1). */
export async function userHandle(db: Database | Tx, encrypt: Encryptor, userId: number): Promise<string> {
  const derive = await deriveFromStoredSecret(db, encrypt, 'passkey user handle')
  return derive(String(userId)).toString('base64url')
}
