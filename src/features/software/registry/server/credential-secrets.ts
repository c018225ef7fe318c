import { derivedSecrets } from '#features/access/tokens/server/index.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { StoredCredential } from './credential-store.ts'

type CredentialVersion = Pick<StoredCredential, 'id' | 'secretVersion'>

/** Derives the secrets of credentials and the key of tokens; the database alone reveals none. */
export type RegistrySecrets = {
  /** The secret of a credential. */
  secretOf(credential: CredentialVersion): Promise<string>
  /** Whether this is its secret, or the one before while that is accepted; undefined when it is neither. */
  matching(credential: StoredCredential, secret: string): Promise<'current' | 'previous' | undefined>
  /** The key that signs tokens. */
  tokenKey(): Promise<Buffer>
}

/** The secrets of a portal. The key is read once. */
export function registrySecrets(portal: Pick<AppContext, 'db' | 'config'>): RegistrySecrets {
  const secrets = derivedSecrets(portal, 'registry')
  const nameOf = ({ id, secretVersion }: CredentialVersion) => `credential ${id}.${secretVersion}`
  return {
    secretOf: async (credential) => (await secrets.of(nameOf(credential))).toString('base64url'),
    async matching(credential, secret) {
      if (await secrets.is(nameOf(credential), secret)) return 'current'
      const { previousUntil, secretVersion } = credential
      if (previousUntil === null || previousUntil.getTime() <= Date.now()) return undefined
      const before = nameOf({ ...credential, secretVersion: secretVersion - 1 })
      return (await secrets.is(before, secret)) ? 'previous' : undefined
    },
    tokenKey: () => secrets.of('token'),
  }
}
