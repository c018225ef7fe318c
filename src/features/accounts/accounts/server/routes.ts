import { isVendor } from '#features/access/roles/contract.ts'
import { readSort } from '#kit/contract/hal.ts'
import type { Permission } from '#kit/contract/permission.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { tokenAllows } from '#kit/server/has-permission.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { sendCsv, wantsCsv } from '#kit/server/list/csv.ts'
import { halPage, halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { visibleAccounts } from '#kit/server/visible.ts'
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
  searchAccounts,
} from '../contract.ts'
import { accountColumns } from './account-columns.ts'
import { accountIn } from './account-in.ts'
import type { AccountRecords } from './account-records.ts'
import { findAccounts, readOneAccount } from './account-store.ts'
import { findAccountsOfUser } from './accounts-of-user.ts'
import { everySeats } from './seats.ts'
import { findSupportStats } from './support-stats.ts'
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
