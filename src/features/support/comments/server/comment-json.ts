import { type RawBuilder, sql } from 'kysely'
import { vendorRoles } from '#features/access/roles/contract.ts'
import { isVendorIn } from '#features/support/case-access/server/index.ts'
import type { Session } from '#kit/server/session.ts'
import { isoSql } from '#kit/server/sql-text.ts'

/**
 * Members that comments of both kinds have, from `m` (the comment) and `u` (its author). An author whom only an outside
 * system knows has a name alone, and is staff of the vendor unless it is the ticket system of the customer.
 */
const membersOf = (
  outsideCustomer: RawBuilder<boolean>,
): RawBuilder<unknown> => sql`'commentId', m.id::text, 'body', m.body, 'version', m.version,
  'created', ${isoSql('m.created_at')},
  'edited', ${isoSql('m.edited_at')},
  'author', json_build_object('id', case when m.author_name is null then u.id::text else '0' end,
    'username', case when m.author_name is null then u.email else '' end, 'fullName', coalesce(m.author_name, u.full_name),
    'vendor', not ${outsideCustomer} and (m.author_name is not null or exists (select 1 from role_grants g where g.user_id = u.id and g.role = any(${Object.keys(vendorRoles)}::text[]))))`

/** Who reads: the mail that a comment came by is shown to staff, and to the user whose mail it is. */
export type Reader = { readonly userId: number; readonly isStaff: boolean }

/** The reader of a request about a case of the account. */
export function readerIn(session: Session, account: string): Reader {
  return { userId: session.userId, isStaff: isVendorIn(session, account) }
}

/** Members of comments that both sides read. */
export const customerMembers = ({ userId, isStaff }: Reader): RawBuilder<unknown> =>
  sql`${membersOf(sql`m.author_is_customer`)}, 'mail', (select json_build_object('isCut', m.is_cut) from mail_originals o
    where o.id = m.original_id and (${isStaff} or o.user_id = ${userId}))`

/** Members of internal comments. */
export const internalMembers = membersOf(sql`false`)
