import { requireAccount } from '#features/monitoring/analytics/server/index.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import { readUptime, readUptimes } from '../contract.ts'
import { uptimeOfAccount } from './uptime-store.ts'

/** Serves the uptime of the last 24 hours. */
export function serveUptime(portal: AppContext): void {
  const { db } = portal
  serve(portal, readUptime, async (call) => {
    const { id } = await requireAccount(db, call.session, { name: call.query.account, permission: readUptimes })
    return halSinglePage(call, 'uptime', await uptimeOfAccount(db, id, Date.now()))
  })
}
