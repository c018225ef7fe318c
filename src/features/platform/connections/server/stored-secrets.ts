import type { Encryptor } from '#kit/server/encryption.ts'

/** The purpose of the encryption of a connection's secrets. */
export const secretPurpose = (id: string) => `connection ${id}`

/** The secrets of a connection; undefined where they were encrypted with another key or for another connection. */
export function storedSecrets(
  encrypt: Encryptor,
  id: string,
  secrets: Buffer | null,
): Readonly<Record<string, string>> | undefined {
  if (!secrets) return {}
  try {
    return JSON.parse(encrypt.open(secrets, secretPurpose(id))) as Record<string, string>
  } catch {
    return undefined
  }
}
