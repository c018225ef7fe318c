import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { inAccounts } from '#kit/server/visible.ts'
import type { SupportStats } from '../contract.ts'
import type { AccountSelection } from './account-store.ts'

/** Support figures per account (decisions.md 3.5), in one statement; medians over cases of the past 30 days. */
export async function findSupportStats(
  db: Database,
  { visible, counted }: Pick<AccountSelection, 'visible' | 'counted'>,
  name?: string,
): Promise<SupportStats[]> {
  const { rows } = await sql<{ stats: SupportStats }>`
    with chosen as materialized (
      select id, name, display_name from accounts a where deleted_at is null
        and ${inAccounts(visible, 'a.id')} and ${name === undefined ? sql`true` : sql`a.name = ${name}`}
    ),
    known as (select id from chosen where ${inAccounts(counted, 'id')}),
    open_cases as (
      select account_id, count(*) as open, count(*) filter (where priority = 'LOW') as low, count(*) filter (where priority = 'MEDIUM') as medium,
        count(*) filter (where priority = 'HIGH') as high, count(*) filter (where priority = 'CRITICAL') as critical,
        count(*) filter (where status = 'WAITING_FOR_CUSTOMER') as waiting, min(updated_at) filter (where status = 'WAITING_FOR_CUSTOMER') as waiting_since,
        count(*) filter (where type = 'OUTAGE') as outages
      from cases where is_open and not internal and account_id in (select id from known) group by account_id
    ),
    ended as (
      select account_id, count(*) as resolved, percentile_cont(0.5) within group (order by extract(epoch from resolved_at - created_at) / 60) as resolution
      from cases where not internal and resolved_at > now() - interval '30 days' and account_id in (select id from known) group by account_id
    ),
    first_responses as (
      select account_id, percentile_cont(0.5) within group (order by extract(epoch from first_response_at - created_at) / 60) as response
      from cases where not internal and first_response_at > now() - interval '30 days' and account_id in (select id from known) group by account_id
    ),
    users_of as (
      select r.account_id, count(distinct u.id) as in_use from role_grants r join users u on u.id = r.user_id
      where r.account_id in (select id from known) and u.last_login_at > now() - interval '100 days' group by r.account_id
    )
    select json_build_object('account', a.name, 'accountId', a.id::text, 'displayName', a.display_name, 'open', coalesce(o.open, 0),
      'openByPriority', json_build_object('LOW', coalesce(o.low, 0), 'MEDIUM', coalesce(o.medium, 0), 'HIGH', coalesce(o.high, 0), 'CRITICAL', coalesce(o.critical, 0)),
      'waitingForCustomer', coalesce(o.waiting, 0), 'oldestWaitingSince', ${isoSql('o.waiting_since')},
      'resolvedPast30Days', coalesce(e.resolved, 0), 'outagesOpen', coalesce(o.outages, 0), 'medianFirstResponseMinutes', round(f.response::numeric, 1),
      'medianResolutionMinutes', round(e.resolution::numeric, 1), 'usersInUse', coalesce(p.in_use, 0)) as stats
    from chosen a left join open_cases o on o.account_id = a.id left join ended e on e.account_id = a.id left join first_responses f on f.account_id = a.id
      left join users_of p on p.account_id = a.id order by a.display_name collate "und-x-icu"`.execute(db)
  return rows.map(({ stats }) => stats)
}
