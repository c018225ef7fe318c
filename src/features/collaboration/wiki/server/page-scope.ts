import { type RawBuilder, sql } from 'kysely'
import { seeInternal } from '#features/support/case-access/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { requirePermission } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import { visibleAccounts, visibleIn } from '#kit/server/visible.ts'
import { readWiki, writeWiki } from '../contract.ts'

/** Pages `p` with their account `a`. */
export const pages = sql`wiki_pages p left join accounts a on a.id = p.account_id`

/** Whether the session reads what is for vendor staff alone. */
export function isStaff(session: Session): boolean {
  return visibleAccounts(session, seeInternal) === 'all'
}

/** The pages `p` that the session may read. */
export function visiblePages(session: Session): RawBuilder<boolean> {
  const own = sql`(p.account_id is null or ${visibleIn(session, readWiki, 'p.account_id')})`
  return sql`(${isStaff(session)} or p.audience = 'ALL') and ${own} and a.deleted_at is null`
}

/** The versions `v` that the session may read: what was for vendor staff only stays so. */
export function visibleVersions(session: Session): RawBuilder<boolean> {
  return sql`(${isStaff(session)} or v.audience = 'ALL')`
}

/** Rejects with 403 who may not write pages of the account; shared pages (null) are written by vendor staff. */
export function requireWriter(session: Session, account: string | null): void {
  if (account === null) requirePermission({ session }, seeInternal)
  else requirePermission({ session }, writeWiki, account)
}

/** Holds all other changes of the tree of an account, or of the shared pages, until the transaction ends. */
export async function lockTree(tx: Tx, accountId: number | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(124, ${accountId ?? 0}::int)`.execute(tx)
}
