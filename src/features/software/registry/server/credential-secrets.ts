import { encryptorFor } from '#kit/server/encryption.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { deriveFromStoredSecret } from '#kit/server/portal-key.ts'
import { sameSecret } from '#kit/server/same-secret.ts'
import type { StoredCredential } from './credential-store.ts'

type Versioned = Pick<StoredCredential, 'id' | 'secretVersion'>

/** Derives the secrets of credentials and the key of tokens; the database alone reveals none. */
export type RegistrySecrets = {
  /** The secret of a credential. */
  secretOf(credential: Versioned): Promise<string>
  /** Whether this is its secret, or the one before while that is accepted; undefined when it is neither. */
  matching(credential: StoredCredential, secret: string): Promise<'current' | 'previous' | undefined>
  /** The key that signs tokens. */
  tokenKey(): Promise<Buffer>
}

/** The secrets of a portal. The key is read once. */
export function registrySecrets({ db, config }: Pick<AppContext, 'db' | 'config'>): RegistrySecrets {
  let reading: Promise<(text: string) => Buffer> | undefined
  const derive = async (text: string): Promise<Buffer> => {
    reading ??= deriveFromStoredSecret(db, encryptorFor(config), 'registry').catch((failure) => {
      reading = undefined
      throw failure
    })
    return (await reading)(text)
  }
  const secretOf = async ({ id, secretVersion }: Versioned) =>
    (await derive(`credential ${id}.${secretVersion}`)).toString('base64url')
  return {
    secretOf,
    async matching(credential, secret) {
      if (sameSecret(await secretOf(credential), secret)) return 'current'
      const { previousUntil, secretVersion } = credential
      if (previousUntil === null || previousUntil.getTime() <= Date.now()) return undefined
      const before = await secretOf({ ...credential, secretVersion: secretVersion - 1 })
      return sameSecret(before, secret) ? 'previous' : undefined
    },
    tokenKey: () => derive('token'),
  }
}
