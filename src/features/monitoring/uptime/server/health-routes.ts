import { sql } from 'kysely'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { readSummary } from '#features/monitoring/analytics/server/index.ts'
import { readAnalytics } from '#features/monitoring/metrics/contract.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import { visibleIn } from '#kit/server/visible.ts'
import { readAccountHealth } from '../contract.ts'
import { uptimeOfAccount } from './uptime-store.ts'

/** Serves the health of an account in a few figures. */
export function serveHealth(portal: AppContext): void {
  const { db } = portal
  serve(portal, readAccountHealth, async ({ session, params: { id } }) => {
    const { rows } = await sql<{ id: number; name: string; critical: number; warning: number }>`
      select a.id, a.name, f.critical, f.warning from accounts a, lateral (
        select count(*) filter (where severity = 'CRITICAL')::int as critical, count(*) filter (where severity = 'WARNING')::int as warning
        from insight_findings where account_id = a.id and state = 'OPEN') f
      where a.id = ${id}::bigint and a.deleted_at is null
        and ${visibleIn(session, readAnalytics, 'a.id')}`.execute(db)
    const [account] = rows
    if (!account) throwProblem(accountProblems['account-not-found'], { name: id })
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
      findings: { critical: account.critical, warning: account.warning },
      newest: summary?.newest ?? null,
      uptime: whole?.uptime ?? null,
      measuredMinutes: whole?.measuredMinutes ?? 0,
      readAt: new Date(now).toISOString(),
    }
  })
}
