import type { Database, Tx } from '#kit/server/database.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { deriveFromStoredSecret } from '#kit/server/portal-key.ts'
import { sameSecret } from '#kit/server/same-secret.ts'

/**
 * What an unsubscribe link ends: mail of these groups, or categories of announcements, to the user, unless the user chose
 * it after the mail.
 */
export type Unsubscription = {
  readonly userId: number
  readonly groups: readonly string[]
  readonly categories: readonly number[]
  readonly issued: Date
}

/** The address of the page that ends mail. */
export const UNSUBSCRIBE = '/unsubscribe'

/** The key that signs the links; the same after a change of SECRET_KEY, because mails are kept for years. */
function signingKey({ config }: Pick<AppContext, 'config'>, db: Database | Tx) {
  return deriveFromStoredSecret(db, encryptorFor(config), 'unsubscribe link')
}

/** Makes the unsubscribe links of a batch of mails. */
export async function unsubscribeUrls(
  portal: AppContext,
  tx: Database | Tx,
): Promise<(userId: number, groupsAndCategories: readonly (string | number)[]) => string> {
  const sign = await signingKey(portal, tx)
  const issued = Date.now()
  return (userId, groupsAndCategories) => {
    const text = [userId, groupsAndCategories.join('-'), issued].map(String).join('.')
    return `${portal.publicUrl()}${UNSUBSCRIBE}?token=${text}.${sign(text).toString('base64url')}`
  }
}

/** What a token of a link says; undefined for a token that the portal did not make. */
export async function readUnsubscription(portal: AppContext, token: string): Promise<Unsubscription | undefined> {
  const [, text, userId, parts, issued, signature] =
    /^((\d{1,15})\.((?:\d{1,15}|[a-z]{1,40})(?:-(?:\d{1,15}|[a-z]{1,40})){0,199})\.(\d{1,15}))\.([\w-]{43})$/.exec(
      token,
    ) ?? []
  if (text === undefined || signature === undefined) return undefined
  const expected = (await signingKey(portal, portal.db))(text)
  if (!sameSecret(expected, Buffer.from(signature, 'base64url'))) return undefined
  const names = parts!.split('-')
  return {
    userId: Number(userId),
    groups: names.filter((name) => !/^\d/.test(name)),
    categories: names.filter((name) => /^\d/.test(name)).map(Number),
    issued: new Date(Number(issued)),
  }
}
