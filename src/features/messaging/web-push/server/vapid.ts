import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Database } from '#kit/server/database.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import { storedSecret } from '#kit/server/portal-key.ts'

const LIFETIME = '12h'

/** The key pair with which the portal identifies itself to push services (RFC 8292); made at the first use. */
export async function vapidKeys(db: Database, encrypt: Encryptor) {
  const storedKey = await storedSecret(db, encrypt, 'web push key', () =>
    JSON.stringify(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })),
  )
  const jwk = JSON.parse(storedKey) as { x: string; y: string }
  const point = [Buffer.from([4]), Buffer.from(jwk.x, 'base64url'), Buffer.from(jwk.y, 'base64url')]
  const publicKey = Buffer.concat(point).toString('base64url')
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' })
  return {
    /** The uncompressed point as base64url. */
    publicKey,
    /** The value of the Authorization header for a push service. */
    async authorization(endpoint: string, contact: string): Promise<string> {
      const token = await new SignJWT()
        .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
        .setAudience(new URL(endpoint).origin)
        .setExpirationTime(LIFETIME)
        .setSubject(contact)
        .sign(privateKey)
      return `vapid t=${token}, k=${publicKey}`
    },
  }
}
