import { sql } from 'kysely'
import { accountIn } from '#features/accounts/accounts/server/index.ts'
import { readSummary } from '#features/monitoring/analytics/server/index.ts'
import { readAnalytics } from '#features/monitoring/metrics/contract.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import { readAccountHealth } from '../contract.ts'
import { uptimeOfAccount } from './uptime-store.ts'

/** Serves the health of an account in a few figures. */
export function serveHealth(portal: AppContext): void {
  const { db } = portal
  serve(portal, readAccountHealth, async ({ session, params: { id } }) => {
    const account = await accountIn(db, session, {
      idOrName: id,
      permission: readAnalytics,
      also: sql<{ findings: { critical: number; warning: number } }>`(
        select json_build_object('critical', count(*) filter (where severity = 'CRITICAL'), 'warning', count(*) filter (where severity = 'WARNING'))
        from insight_findings where account_id = a.id and state = 'OPEN') as findings`,
    })
    const now = Date.now()
    const [summaries, [whole]] = await Promise.all([
      readSummary(db, { session, account: account.name, now }),
      uptimeOfAccount(db, account.id, now),
    ])
    const summary = summaries[account.name]
    return {
      account: account.name,
      state: summary?.state ?? null,
      online: summary?.online ?? null,
      known: summary?.known ?? null,
      outages: summary?.outages ?? 0,
      findings: account.findings,
      newest: summary?.newest ?? null,
      uptime: whole?.uptime ?? null,
      measuredMinutes: whole?.measuredMinutes ?? 0,
      readAt: new Date(now).toISOString(),
    }
  })
}
