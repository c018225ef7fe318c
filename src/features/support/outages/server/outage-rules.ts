import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import { type Outage, type OutageReason, outageReasons, plausible } from '../contract.ts'

type Fields = Pick<Outage, 'started' | 'ended' | 'totalCmsAffected' | 'byFamily'>

const DAY_MS = 86_400_000

/** Rejects implausible times where they are new, more modems than there are, and families that do not add up. */
export async function requireValidOutage(
  tx: Tx,
  caseId: number,
  { started, ended, totalCmsAffected, byFamily }: Fields,
  before?: Fields,
) {
  if (started !== before?.started || ended !== before.ended) requirePlausibleTimes({ started, ended })
  if (byFamily) {
    const { cn, nonCn, onu, cnD31, d31 } = byFamily
    if (cn + nonCn + onu !== totalCmsAffected)
      throwFieldProblem('byFamily', 'CN, non-CN and ONU must add up to the modems affected')
    if (cnD31 > cn || d31 > cn + nonCn) throwFieldProblem('byFamily', 'D3.1 modems are a part of the others')
  }
  const { rows } = await sql<{ most: number }>`
    select coalesce(sum(d.modems + d.onus), 0)::bigint as most from cases c join deployments d on d.account_id = c.account_id
      and (c.deployment_id is null or d.id = c.deployment_id) where c.id = ${caseId}`.execute(tx)
  const { most } = rows[0]!
  // A deployment whose devices were never counted has no limit.
  if (most > 0 && totalCmsAffected > most)
    throwFieldProblem('totalCmsAffected', `must be at most ${most}, the devices of the deployment`)
}

/** Rejects times in the future, in the wrong order, or of another year: a slip would change closed months. */
export function requirePlausibleTimes({ started, ended }: Pick<Outage, 'started' | 'ended'>): void {
  const [now, from] = [Date.now(), Date.parse(started)]
  const to = ended === null ? now : Date.parse(ended)
  if (from > now) throwFieldProblem('started', 'must not be in the future')
  if (to > now) throwFieldProblem('ended', 'must not be in the future')
  if (to < from) throwFieldProblem('ended', 'must not be before the start')
  if (now - from > plausible.daysAgo * DAY_MS)
    throwFieldProblem('started', `must be at most ${plausible.daysAgo} days ago`)
  if (to - from > plausible.days * DAY_MS)
    throwFieldProblem(ended === null ? 'started' : 'ended', `makes the outage longer than ${plausible.days} days`)
}

/** Whose issue an outage is by default. */
export function vendorByDefault(reason: OutageReason): boolean | null {
  return outageReasons[reason]
}
