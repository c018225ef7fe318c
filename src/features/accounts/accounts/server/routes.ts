import { sql } from 'kysely'
import { everyVendorRole, isVendor, liftRoles } from '#features/access/roles/contract.ts'
import { readSort } from '#kit/contract/hal.ts'
import type { Permission } from '#kit/contract/permission.ts'
import type { Database } from '#kit/server/database.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { tokenAllows } from '#kit/server/has-permission.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { type CsvColumn, sendCsv, wantsCsv } from '#kit/server/list/csv.ts'
import { halPage, halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { inAccounts, visibleAccounts } from '#kit/server/visible.ts'
import {
  type Account,
  accountProblems,
  listAccounts,
  listAccountsOfUser,
  listMyAccounts,
  listSeats,
  readAccount,
  readAccounts,
  readPlans,
  readSupportStats,
  readSupportTrends,
  type SupportStats,
  searchAccounts,
} from '../contract.ts'
import { accountIn } from './account-in.ts'
import type { AccountRecords } from './account-records.ts'
import { type AccountSelection, findAccounts, readOneAccount } from './account-store.ts'
import { everySeats } from './seats.ts'
import { findSupportTrends } from './support-trends.ts'

const everyRow = { page: 0, size: 100_000 }

/** Reading accounts. */
export function serveAccounts(
  portal: AppContext,
  { readEveryCase, pluginsByAccount }: Pick<AccountRecords, 'readEveryCase' | 'pluginsByAccount'>,
): void {
  const { db } = portal
  const seenBy = (session: Session) => accountsSeenBy(session, readEveryCase)

  serve(portal, listAccounts, async (call) => {
    const { page, size, sort, fetchIssuesAndChannelsCount: _, ...filters } = call.query
    const selection = { ...seenBy(call.session), ...filters }
    const order = readSort(sort, { field: 'displayName', descending: false })
    if (wantsCsv(call.request)) {
      const { accounts } = await findAccounts(db, selection, { order, ...everyRow })
      const plugins = await pluginsByAccount(db, call.session)
      return sendCsv(call.reply, 'accounts.csv', accountColumns(plugins), accounts)
    }
    return reply(call, await findAccounts(db, selection, { order, page, size }))
  })

  serve(portal, listMyAccounts, async (call) => {
    const { page, size, sort, ...filters } = call.query
    const selection = { ...seenBy(call.session), ...filters }
    return reply(
      call,
      await findAccounts(db, selection, {
        order: readSort(sort, { field: 'displayName', descending: false }),
        page,
        size,
      }),
    )
  })

  serve(portal, searchAccounts, async (call) => {
    const selection = { ...seenBy(call.session), q: call.query.name }
    const order = [{ field: 'displayName', descending: false }]
    return reply(
      { ...call, query: { page: 0, size: 50 } },
      await findAccounts(db, selection, { order, page: 0, size: 50 }),
    )
  })

  serve(portal, readAccount, async (call) => {
    const account = await readOneAccount(db, seenBy(call.session), call.params.id)
    return respond(account, { etag: etagOf(account.version) })
  })

  serve(portal, readSupportStats, async (call) => {
    const { accountName } = call.query
    if (accountName !== undefined) await accountIn(db, call.session, { name: accountName, permission: readAccounts })
    const stats = await findSupportStats(db, seenBy(call.session), accountName)
    const total = { count: stats.length }
    return halPage({ request: call.request, query: { page: 0, size: Math.max(stats.length, 1) } }, 'stats', {
      rows: stats,
      total,
      lastUpdateTime: new Date(),
    })
  })

  serve(portal, readSupportTrends, async ({ session }) => ({
    map: await findSupportTrends(db, seenBy(session)),
    readAt: new Date().toISOString(),
  }))

  serve(portal, listSeats, async (call) =>
    halSinglePage(call, 'accounts', await everySeats(db, visibleAccounts(call.session, readPlans), call.query.account)),
  )

  serve(portal, listAccountsOfUser, async (call) => {
    const { userId } = call.params
    const own = userId === call.actor.id
    if (!own && !isVendor(call.actor)) throwProblem(accountProblems['accounts-of-user-not-found'], { user: userId })
    const rows = await findAccountsOfUser(db, userId, own ? 'all' : visibleAccounts(call.session, readAccounts))
    if (rows.length === 0) throwProblem(accountProblems['accounts-of-user-not-found'], { user: userId })
    return halPage({ request: call.request, query: { page: 0, size: rows.length } }, 'accounts', {
      rows,
      total: { count: rows.length },
      lastUpdateTime: null,
    })
  })
}

/**
 * Accounts that the session sees, and those whose cases it may all see: technicians and contractors may not even count
 * them.
 */
function accountsSeenBy(session: Session, readEveryCase: Permission) {
  return {
    visible: visibleAccounts(session, readAccounts),
    counted: visibleAccounts(session, readEveryCase),
    planned: tokenAllows(session, readPlans) ? visibleAccounts(session, readPlans) : [],
    byVendor: isVendor(session.actor),
  }
}

type ListCall = Parameters<typeof halPage>[0]

function reply(call: ListCall, accountPage: { accounts: Account[]; total: number; newest: Date | null }) {
  return halPage(call, 'accounts', {
    rows: accountPage.accounts,
    total: { count: accountPage.total },
    lastUpdateTime: accountPage.newest,
  })
}

/** Columns of the account list as CSV, with the plugins of each account. */
const accountColumns = (plugins: ReadonlyMap<string, string>): readonly CsvColumn<Account>[] => [
  { heading: 'Name', cell: (account) => account.name },
  { heading: 'Display name', cell: (account) => account.displayName },
  { heading: 'Stage', cell: (account) => account.stage },
  { heading: 'Region', cell: (account) => account.region },
  { heading: 'Country', cell: (account) => account.country },
  { heading: 'Time zone', cell: (account) => account.timeZone },
  { heading: 'Parent', cell: (account) => account.parentAccount },
  { heading: 'Customer success manager', cell: (account) => account.csm?.fullName },
  { heading: 'Active', cell: (account) => account.active },
  { heading: 'Deployments', cell: (account) => account.deployments.length },
  { heading: 'Plugins', cell: (account) => plugins.get(account.id) },
  { heading: 'Open cases', cell: (account) => account.openCases },
  { heading: 'Open outages', cell: (account) => account.openOutages },
]

type AccountOfUser = { id: string; accountId: string; name: string; displayName: string }

const vendorEverywhere = everyVendorRole
  .map(({ role }) => role)
  .filter((role) => !liftRoles.some((lift) => lift === role))

/**
 * The accounts in which a user holds a role, as far as they are `visible`: one entry named `*` for vendor staff; a
 * parent's visible children too.
 */
async function findAccountsOfUser(
  db: Database,
  userId: string,
  visible: 'all' | readonly number[],
): Promise<AccountOfUser[]> {
  if (!/^\d{1,15}$/.test(userId)) return []
  const { rows } = await sql<AccountOfUser>`
    with held as (select role, account_id from role_grants where user_id = ${Number(userId)}),
    mine as (
      select account_id as id from held where account_id is not null
      union select child.id from held join accounts parent on parent.id = held.account_id and parent.is_federated and parent.parent_id is null
        join accounts child on child.parent_id = parent.id and child.is_federated and not child.view_only
      union select d.account_id from deployments d where d.stage = 'LIFT' and exists (select 1 from held where role = any(${liftRoles}))
    )
    select '*' as id, '*' as "accountId", '*' as name, '*' as "displayName" where exists (select 1 from held where role = any(${vendorEverywhere}))
    union all
    select * from (
      select a.id::text, a.id::text, a.name, a.display_name from accounts a join mine on mine.id = a.id
      where a.deleted_at is null and ${inAccounts(visible, 'a.id')} and not exists (select 1 from held where role = any(${vendorEverywhere})) order by a.display_name
    ) own`.execute(db)
  return rows
}

/** Support figures per account (decisions.md 3.5), in one statement; medians over cases of the past 30 days. */
async function findSupportStats(
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
