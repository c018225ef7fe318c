import { sql } from 'kysely'
import { followAutomaticOutage } from '#features/support/outages/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { serverTexts } from '../texts.ts'
import { LABEL } from './alert-threshold.ts'
import type { OpenOutage } from './rules/detector-state.ts'

const MINUTE_MS = 60_000

/** An outage that was found in minutes which are judged again. */
export type UndoneOutage = {
  readonly id: number
  readonly number: number
  readonly cluster: string
  readonly segments: readonly string[]
  readonly start: number
  readonly end: number | null
  readonly modems: number
  readonly caseId: number | null
}

/** The outages of a deployment from a number on: those that were found after the minute at which it was the next one. */
export async function readUndone(db: Database, deployment: number, number: number): Promise<UndoneOutage[]> {
  const { rows } = await sql<UndoneOutage>`
    select id, number, cluster, segments, start_minute as start, end_minute as end, total_cms_affected as modems, case_id as "caseId"
    from detector_outages where deployment_id = ${deployment} and number >= ${number} order by start_minute, id`.execute(
    db,
  )
  return rows
}

/**
 * Gives the outages that were found again the rows and the cases that they had, and takes back those that were not: the
 * samples that came late show that they did not take place.
 */
export async function renumberUndone(
  tx: Tx,
  undoneOutages: readonly UndoneOutage[],
  outages: readonly (OpenOutage & { readonly end?: number })[],
): Promise<void> {
  const remainingOutages = new Set(undoneOutages)
  for (const outage of outages) {
    const [same] = [...remainingOutages]
      .filter((one) => one.cluster === outage.cluster && overlaps(one, outage))
      .sort((a, b) => sharedSegments(b, outage) - sharedSegments(a, outage))
    if (!same) continue
    remainingOutages.delete(same)
    await sql`update detector_outages set number = ${outage.number} where id = ${same.id}`.execute(tx)
  }
  for (const one of remainingOutages) await takeBack(tx, one)
}

function overlaps(one: UndoneOutage, { start, end = Number.POSITIVE_INFINITY }: { start: number; end?: number }) {
  return one.start <= end && (one.end ?? Number.POSITIVE_INFINITY) >= start
}

function sharedSegments(one: UndoneOutage, { segments }: OpenOutage): number {
  return segments.filter((segment) => one.segments.includes(segment)).length
}

/** The case that the detector filed is declined, without modems; one of staff is left to them. */
async function takeBack(tx: Tx, { id, caseId, start, end, modems }: UndoneOutage): Promise<void> {
  await sql`delete from detector_outages where id = ${id}`.execute(tx)
  if (caseId === null || !(await isOfDetector(tx, caseId))) return
  const startedAt = new Date(start * MINUTE_MS)
  const before = {
    started: startedAt,
    ended: end === null ? null : new Date(end * MINUTE_MS),
    totalCmsAffected: modems,
  }
  const after = {
    started: startedAt,
    ended: startedAt,
    totalCmsAffected: 0,
    description: serverTexts.takenBack,
    status: 'DECLINED',
  } as const
  await followAutomaticOutage(tx, caseId, { before, after })
}

/** Whether the detector filed a case: one that staff filed is changed by staff alone. */
export async function isOfDetector(tx: Tx, caseId: number): Promise<boolean> {
  const { rows } = await sql<{
    own: boolean
  }>`select ${LABEL} = any(labels) as own from cases where id = ${caseId}`.execute(tx)
  return rows[0]?.own === true
}
