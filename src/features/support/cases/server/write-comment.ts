import { sql } from 'kysely'
import type { CaseStatus } from '#features/support/case-access/contract.ts'
import { isVendorIn, type StoredCase } from '#features/support/case-access/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import { bumpListVersion } from './case-collection.ts'
import { indexCase } from './case-writes.ts'
import { watchMentioned } from './mentions.ts'

/** The result of a comment: its id, its side, and the changes of the case, for the event. */
export type WrittenComment = {
  readonly id: number
  /** Whether vendor staff wrote it; SLA clocks depend on it, whatever roles its author has later. */
  readonly byVendor: boolean
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>
}

/** The mail that a comment came by, and whether less than its text became the comment. */
type CommentMail = { readonly originalId: number; readonly isCut: boolean }

/**
 * Adds a comment that both sides read to a locked case. It changes the status, unless the command does that itself: the
 * vendor's first comment opens a new case, the customer's reply ends the waiting for it, and reopens a resolved one.
 * `outsideAuthor` is its author in a ticket system of the customer; `mail` is the one that it came by.
 */
export async function writeComment(
  { tx, session }: { tx: Tx; session: Session },
  storedCase: StoredCase,
  body: string,
  { movesOn, outsideAuthor, mail }: { movesOn: boolean; outsideAuthor?: string; mail?: CommentMail | undefined },
): Promise<WrittenComment> {
  const vendor = isVendorIn(session, storedCase.account)
  const status = (movesOn && statusAfter(storedCase.status, vendor)) || storedCase.status
  const reopens = movesOn && storedCase.status === 'RESOLVED' && status === 'OPEN'
  const { id } = await tx
    .insertInto('case_comments')
    .values({
      case_id: storedCase.id,
      author_id: session.userId,
      body,
      ...(mail ? { original_id: mail.originalId, is_cut: mail.isCut } : {}),
      ...(outsideAuthor === undefined ? {} : { author_name: outsideAuthor, author_is_customer: true }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    update cases set comment_count = comment_count + 1, updated_at = clock_timestamp(), updated_by = ${session.userId}, status = ${status},
      version = version + ${status === storedCase.status ? 0 : 1}, resolved_at = case when ${reopens} then null else resolved_at end,
      reopened_at = case when ${reopens} then clock_timestamp() else reopened_at end,
      resolution_reason = case when ${reopens} then null else resolution_reason end,
      first_response_at = case when ${vendor} then coalesce(first_response_at, clock_timestamp()) else first_response_at end
    where id = ${storedCase.id}`.execute(tx)
  const watchers = await watchMentioned(tx, session, storedCase, body, { internal: false })
  await indexCase(tx, storedCase.id)
  await bumpListVersion(tx, storedCase.accountId)
  return {
    id,
    byVendor: vendor,
    changes: {
      comment: [null, body],
      ...(status === storedCase.status ? {} : { status: [storedCase.status, status] }),
      ...(watchers.length ? { watchers: [null, watchers.join(', ')] } : {}),
    },
  }
}

/** The status after a comment, where it changes: the vendor's first opens a case, the customer's ends the waiting, or reopens. */
export function statusAfter(status: CaseStatus, vendor: boolean): CaseStatus | null {
  if (vendor) return status === 'NEW' ? 'OPEN' : null
  if (status === 'WAITING_FOR_CUSTOMER') return 'WAITING_FOR_VENDOR'
  return status === 'RESOLVED' ? 'OPEN' : null
}
