import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import { requirePermission } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import { editSla } from '../contract.ts'

/** From when to when an outage lasts; no end: it goes on. */
type TimeSpan = { readonly started: string; readonly ended: string | null }

/** The times that count in one of two courses of an outage and not in the other. */
function timesBetween(before: TimeSpan, after: TimeSpan): TimeSpan[] {
  const now = new Date().toISOString()
  const pair = (one: string | null, other: string | null) => {
    const [startedAt, endedAt] = [one ?? now, other ?? now].sort((a, b) => Date.parse(a) - Date.parse(b)) as [
      string,
      string,
    ]
    return { started: startedAt, ended: endedAt }
  }
  return [pair(before.started, after.started), pair(before.ended, after.ended)]
}

/**
 * Rejects a change that alters the figures of closed months in some times, without the permission to edit them or
 * without a reason: the months are signed, and each gets a new revision with that reason.
 */
async function requireCorrection(
  call: { readonly tx: Tx; readonly session: Session },
  correction: {
    readonly accountId: number
    readonly account: string
    readonly times: readonly TimeSpan[]
    readonly correction: string | undefined
  },
): Promise<void> {
  const { rows } = await sql<{ month: string }>`
    select s.month from sla_months s
    where s.account_id = ${correction.accountId} and s.closed_at is not null and exists (
      select from unnest(${correction.times.map(({ started }) => started)}::timestamptz[], ${correction.times.map(({ ended }) => ended)}::timestamptz[]) g (started, ended)
      where g.started < coalesce(g.ended, now()) and g.started < ((s.month || '-01')::timestamp + interval '1 month') at time zone s.time_zone
        and coalesce(g.ended, now()) > (s.month || '-01')::timestamp at time zone s.time_zone)
    order by s.month`.execute(call.tx)
  if (rows.length === 0) return
  requirePermission(call, editSla, correction.account)
  if (correction.correction?.trim()) return
  const months = rows.map(({ month }) => month).join(', ')
  throwFieldProblem('correction', `is required: this changes the closed and signed months ${months}. Why?`)
}

/** Changes of outages in closed months. */
export const closedMonths = { timesBetween, requireCorrection }
