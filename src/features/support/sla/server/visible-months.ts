import { sql } from 'kysely'
import { accountFor } from '#features/support/case-access/server/index.ts'
import type { Permission } from '#kit/contract/permission.ts'
import type { Database } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { visibleAccounts, visibleIn } from '#kit/server/visible.ts'
import { readSla, slaProblems } from '../contract.ts'
import type { MonthRef } from './month-source.ts'

/** Months that one request lists of an account. */
const MOST = 60
const USUAL = 12

/** The account and month of an id, where the session has the permission. */
export function visibleMonth(session: Session, permission: Permission, id: string): MonthRef {
  const accountId = Number(id.slice(0, -8))
  const scope = visibleAccounts(session, permission)
  if (scope !== 'all' && !scope.includes(accountId)) throwProblem(slaProblems['sla-stat-not-found'])
  return { accountId, month: id.slice(-7) }
}

type Range = {
  readonly account: string
  readonly from?: string | undefined
  readonly until?: string | undefined
  readonly children?: boolean | undefined
}

/** The months of an account up to the running one, from when it began; on request also those of its child accounts. */
export async function monthsOf(db: Database, session: Session, range: Range): Promise<MonthRef[]> {
  const { accountId } = await accountFor(db, session, readSla, range.account)
  const { rows } = await sql<MonthRef>`
    select m.id as "accountId", to_char(month, 'YYYY-MM') as month from (
      select a.id, least(to_date(${range.until ?? '2099-12'}, 'YYYY-MM'), date_trunc('month', now() at time zone a.time_zone)::date) as last,
        least(date_trunc('month', a.created_at at time zone a.time_zone)::date,
          (select to_date(min(s.month), 'YYYY-MM') from sla_months s where s.account_id = a.id)) as first
      from accounts a where a.deleted_at is null and (a.id = ${accountId} or (${range.children ?? false} and a.parent_id = ${accountId}
        and ${visibleIn(session, readSla, 'a.id')}))
    ) m cross join lateral generate_series(
      greatest(m.first, ${range.from ? sql`to_date(${range.from}, 'YYYY-MM')` : sql`m.last - ${`${USUAL - 1} months`}::interval`}, m.last - ${`${MOST - 1} months`}::interval),
      m.last, interval '1 month') month`.execute(db)
  return rows
}
