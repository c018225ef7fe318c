import type { Seal } from '#kit/server/seal.ts'

/** How authenticators know a person: always the same, and telling nothing about them (WebAuthn 3, §14.6.1). */
export function userHandle(seal: Seal, personId: number): string {
  return seal.derive(String(personId), 'passkey user handle').toString('base64url')
}
