import { sql } from 'kysely'
import { isToken, makeTokenOf, revokeTokens, tokenKind } from '#features/access/tokens/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { OneTimeLink } from '#kit/server/mail-content.ts'

/** Opens one step of signing in, once. */
export const oneTimeLink = tokenKind({
  table: 'one_time_links',
  key: 'hash',
  hash: 'hash',
  prefix: '',
  expires: 'expires_at',
  ended: 'used_at',
})

/**
 * The purpose of a link: the first password of an invited user (72 h), a new one (1 h),
 * or a new address (24 h).
 */
export type LinkPurpose = 'activation' | 'reset' | 'email'

const lifetime = { activation: '72 hours', reset: '1 hour', email: '24 hours' } as const

/**
 * Creates a link, whose address `addressOf` makes with the token; older ones of the same purpose are void unless
 * `keepOthers`. Only the token's hash is stored.
 */
export async function makeLink(
  tx: Tx,
  userId: number,
  purpose: LinkPurpose,
  addressOf: (token: string) => string,
  { keepOthers = false, newEmail = null }: { keepOthers?: boolean; newEmail?: string | null } = {},
): Promise<OneTimeLink> {
  const { token, hash } = makeTokenOf(oneTimeLink)
  if (!keepOthers)
    await tx.deleteFrom('one_time_links').where('user_id', '=', userId).where('purpose', '=', purpose).execute()
  await tx
    .insertInto('one_time_links')
    .values({
      hash,
      user_id: userId,
      purpose,
      new_email: newEmail,
      expires_at: sql<Date>`now() + ${lifetime[purpose]}::interval`,
    })
    .execute()
  return { url: addressOf(token), token }
}

/** The user of a link for a password, or of one for the purposes that are given, while it is valid. */
export async function readLink(
  db: Database,
  token: string,
  purposes: readonly LinkPurpose[] = ['activation', 'reset'],
) {
  return db
    .selectFrom('one_time_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['u.id', 'u.email', 'u.full_name', 'u.state', 'u.issuer', 'l.purpose', 'l.new_email as newEmail'])
    .where(isToken(oneTimeLink, 'l', token))
    .where('l.purpose', 'in', [...purposes])
    .executeTakeFirst()
}

/** Uses a link up; false when another request was faster. It voids every other link of the user. */
export async function useLink(tx: Tx, token: string, userId: number): Promise<boolean> {
  const revokedLinks = await revokeTokens(tx, oneTimeLink, isToken(oneTimeLink, 'one_time_links', token))
  if (revokedLinks.length === 0) return false
  await voidLinks(tx, userId)
  return true
}

/** Voids the links of a user that were not used yet. */
export async function voidLinks(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('one_time_links').where('user_id', '=', userId).where('used_at', 'is', null).execute()
}

/** Deletes the links of a user. */
export async function deleteLinksOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('one_time_links').where('user_id', '=', userId).execute()
}
