import { type RawBuilder, sql } from 'kysely'
import { isVendor } from '#features/access/roles/contract.ts'
import { accountsAllowed } from '#kit/contract/permission.ts'
import type { Database } from '#kit/server/database.ts'
import { accountDataSql } from '#kit/server/events/account-data.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { directionOf, findJsonPage } from '#kit/server/list/find-page.ts'
import type { Session } from '#kit/server/session.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { type AuditEntry, readAudit, readWholeAudit } from '../contract.ts'
import { whom } from './whom.ts'

/** The search filters; unset means everything the reader may see. */
export type AuditFilters = {
  readonly account?: string | undefined
  readonly user?: string | undefined
  readonly action?: readonly string[] | undefined
  readonly subjectId?: string | undefined
  readonly atFrom?: string | undefined
  readonly atTo?: string | undefined
  /** Only entries recorded before the one with this id; to iterate over all of them. */
  readonly below?: string | undefined
}

/** A page of the audit log within the reader's permissions, newest first. */
export async function findAudit(
  db: Database,
  session: Session,
  filters: AuditFilters,
  { page, size, descending }: { page: number; size: number; descending: boolean },
) {
  const where = sql`${mayRead(session)} and ${matches(filters)}`
  const direction = directionOf(descending)
  return findJsonPage(db, {
    page,
    size,
    rows: sql<{ row: AuditEntry }>`
      select json_build_object('id', e.id::text, 'seq', e.seq, 'at', ${isoSql('e.at')}, 'name', e.name,
        'subject', e.subject, 'subjectId', e.subject_id, 'account', a.name, 'by', case when e.actor_id is null then null else
        json_build_object('id', e.actor_id::text, 'fullName', coalesce(shown_name(e.actor_id, coalesce(e.actor_name, (select full_name from users where id = e.actor_id))), '')) end, 'impersonatedBy', shown_name(e.impersonator_id, e.impersonator_name), 'whom', ${whom}, 'data', ${isVendor(session.actor) ? sql`e.data` : accountDataSql()},
        'requestId', e.request_id, 'address', ${isVendor(session.actor) ? sql`e.address` : sql`null`}) as row
      from events e left join accounts a on a.id = e.account_id where ${where} order by e.id ${direction}`,
    of: sql`from events e where ${where}`,
    capped: true,
  })
}

/** Rows of the audit log that the session may read; customers never those for vendor staff or for one user. */
function mayRead(session: Session): RawBuilder<unknown> {
  const own = sql`e.actor_id = ${session.userId}`
  if (hasPermission(session, readWholeAudit)) return sql`true`
  const names = accountsAllowed(session.actor, readAudit)
  const ids = names.flatMap((name) => session.accountIds.get(name) ?? [])
  const account = names[0] === '*' ? sql`e.account_id is not null` : sql`e.account_id = any(${ids}::bigint[])`
  const audience = isVendor(session.actor) ? sql`e.audience in ('account', 'vendor')` : sql`e.audience = 'account'`
  return sql`(${own} or (${account} and ${audience}))`
}

function matches(filters: AuditFilters): RawBuilder<unknown> {
  const { account, user, action, subjectId, atFrom, atTo, below } = filters
  const conditions = [
    sql`true`,
    account === undefined ? null : sql`e.account_id = (select id from accounts where name = ${account})`,
    user === undefined ? null : sql`e.actor_id = (select id from users where email = lower(${user}))`,
    action?.length ? sql`(e.name = any(${action}) or e.subject = any(${action}))` : null,
    subjectId === undefined ? null : sql`e.subject_id = ${subjectId}`,
    atFrom === undefined ? null : sql`e.at >= ${atFrom}::timestamptz`,
    below === undefined ? null : sql`e.id < ${below}`,
    atTo === undefined ? null : sql`e.at < ${atTo}::timestamptz`,
  ].filter((condition) => condition !== null)
  return sql.join(conditions, sql` and `)
}
