import { encryptorFor } from '#kit/server/encryption.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { deriveFromStoredSecret } from '#kit/server/portal-key.ts'
import { sameSecret } from '#kit/server/same-secret.ts'

/** Secrets that can be shown again: each is derived from what it opens; the database alone reveals none. */
type DerivedSecrets = {
  of(what: string): Promise<Buffer>
  /** Whether this is the secret of it, in base64url; it takes as long for one that is wrong. */
  is(what: string, secret: string): Promise<boolean>
}

/** The secrets of one purpose. The key, which SECRET_KEY encrypts, is read once. */
export function derivedSecrets({ db, config }: Pick<AppContext, 'db' | 'config'>, purpose: string): DerivedSecrets {
  let reading: Promise<(text: string) => Buffer> | undefined
  const of = async (what: string): Promise<Buffer> => {
    reading ??= deriveFromStoredSecret(db, encryptorFor(config), purpose).catch((failure) => {
      reading = undefined
      throw failure
    })
    return (await reading)(what)
  }
  return { of, is: async (what, secret) => sameSecret((await of(what)).toString('base64url'), secret) }
}
