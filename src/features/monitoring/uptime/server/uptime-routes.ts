import { sql } from 'kysely'
import { throwProblem } from '#kit/server/http-problem.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import { visibleAccounts } from '#kit/server/visible.ts'
import { readUptime, readUptimes, uptimeProblems } from '../contract.ts'
import { uptimeOfAccount } from './uptime-store.ts'

/** Serves the uptime of the last 24 hours. */
export function serveUptime(portal: AppContext): void {
  const { db } = portal
  serve(portal, readUptime, async (call) => {
    const { account } = call.query
    const visible = visibleAccounts(call.session, readUptimes)
    const { rows } = await sql<{ id: number }>`
      select a.id from accounts a where a.name = ${account} and a.deleted_at is null
        and ${visible === 'all' ? sql`true` : sql`a.id = any(${visible}::bigint[])`}`.execute(db)
    const [found] = rows
    if (!found) throwProblem(uptimeProblems['uptime-account-not-found'], { account })
    return halSinglePage(call, 'uptime', await uptimeOfAccount(db, found.id, Date.now()))
  })
}
