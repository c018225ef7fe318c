import type { Database, Tx } from '#kit/server/database.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { deriveFromStoredSecret } from '#kit/server/portal-key.ts'
import { sameSecret } from '#kit/server/same-secret.ts'

/** What an unsubscribe link ends: mail of these categories to the user, unless the user chose it after the mail. */
export type Unsubscription = {
  readonly userId: number
  readonly categories: readonly number[]
  readonly issued: Date
}

/** Stands for mail about cases among the categories of a link. */
export const CASE_MAIL = 0

/** The address of the page that ends mail of categories. */
export const UNSUBSCRIBE = '/unsubscribe'

/** The key that signs the links; the same after a change of SECRET_KEY, because mails are kept for years. */
function signingKey({ config }: Pick<AppContext, 'config'>, db: Database | Tx) {
  return deriveFromStoredSecret(db, encryptorFor(config), 'unsubscribe link')
}

/** Makes the unsubscribe links of a batch of mails. */
export async function unsubscribeUrls(
  portal: AppContext,
  tx: Database | Tx,
): Promise<(userId: number, categories: readonly number[]) => string> {
  const sign = await signingKey(portal, tx)
  const issued = Date.now()
  return (userId, categories) => {
    const text = [userId, categories.join('-'), issued].map(String).join('.')
    return `${portal.publicUrl()}${UNSUBSCRIBE}?token=${text}.${sign(text).toString('base64url')}`
  }
}

/** What a token of a link says; undefined for a token that the portal did not make. */
export async function readUnsubscription(portal: AppContext, token: string): Promise<Unsubscription | undefined> {
  const [, text, userId, categories, issued, signature] =
    /^((\d{1,15})\.(\d{1,15}(?:-\d{1,15}){0,199})\.(\d{1,15}))\.([\w-]{43})$/.exec(token) ?? []
  if (text === undefined || signature === undefined) return undefined
  const wanted = (await signingKey(portal, portal.db))(text)
  if (!sameSecret(wanted, Buffer.from(signature, 'base64url'))) return undefined
  return {
    userId: Number(userId),
    categories: categories!.split('-').map(Number),
    issued: new Date(Number(issued)),
  }
}
