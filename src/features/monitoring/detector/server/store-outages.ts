import { sql } from 'kysely'
import {
  fileAutomaticOutage,
  followAutomaticOutage,
  openOutageOf,
  storeOutageCounts,
} from '#features/support/outages/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { detectorAlerted } from '../contract.ts'
import { LABEL } from './alert-threshold.ts'
import type { JudgedDeployment } from './judged-deployment.ts'
import { outageText } from './outage-text.ts'
import { figuresOf, type OpenOutage } from './rules/detector-state.ts'
import type { EndedOutage } from './rules/judging.ts'

const MINUTE_MS = 60_000

type Judged = {
  readonly open: readonly OpenOutage[]
  readonly ended: readonly EndedOutage[]
  /** The minutes are of the day before the detector was on: outages that are over get no case. */
  readonly isFirst: boolean
  readonly isNow: boolean
}
type Stored = {
  readonly id: number
  readonly caseId: number | null
  readonly before: number | null
  readonly count: number | null
  readonly alerted: boolean
}

/** Stores the outages of a deployment, opens, updates and closes their cases, and records the alert of a large one. */
export async function storeOutages(
  tx: Tx,
  deployment: JudgedDeployment,
  { open, ended, isFirst, isNow }: Judged,
): Promise<void> {
  for (const outage of ended) await storeOne(tx, deployment, outage, { end: outage.end, files: !isFirst })
  for (const outage of open) await storeOne(tx, deployment, outage, { end: undefined, files: !isFirst || isNow })
}

async function storeOne(
  tx: Tx,
  deployment: JudgedDeployment,
  outage: OpenOutage,
  { end, files }: { end: number | undefined; files: boolean },
): Promise<void> {
  const figures = figuresOf(outage, end)
  const { id, accountId, settings, reporterId } = deployment
  const stored = await upsert(tx, deployment, { outage, end })
  const { totalCmsAffected } = figures
  if (!stored.alerted && files && totalCmsAffected >= settings.alertThreshold) {
    await sql`update detector_outages set alerted_at = clock_timestamp() where id = ${stored.id}`.execute(tx)
    const data = { deployment: deployment.name, modems: totalCmsAffected, threshold: settings.alertThreshold }
    await recordEvent(
      tx,
      detectorAlerted,
      { userName: 'Outage detector' },
      { account: accountId, subject: stored.id, data },
    )
  }
  const measured = { ...outageText(outage, deployment.name, end), totalCmsAffected }
  if (stored.caseId !== null) {
    const isSame = end === undefined && stored.before === totalCmsAffected && stored.count === outage.segments.length
    const given = { ...measured, ended: end === undefined ? null : new Date(end * MINUTE_MS) }
    if (await isOfStaff(tx, stored.caseId)) return
    if (!isSame) await followAutomaticOutage(tx, stored.caseId, given)
    return storeOutageCounts(tx, stored.caseId, countsOf(outage, end))
  }
  if (!files || reporterId === null) return
  const started = new Date(outage.start * MINUTE_MS)
  const known = await openOutageOf(tx, id, started)
  const filed =
    known ??
    (await fileAutomaticOutage(tx, { ...measured, accountId, deploymentId: id, reporterId, started, labels: [LABEL] }))
      .id
  await sql`update detector_outages set case_id = ${filed} where id = ${stored.id}`.execute(tx)
  if (known === undefined && end !== undefined)
    await followAutomaticOutage(tx, filed, { ...measured, ended: new Date(end * MINUTE_MS) })
  if (known === undefined) await storeOutageCounts(tx, filed, countsOf(outage, end))
}

/** The modems missing in each minute, none from the end on. */
function countsOf({ drops, start }: OpenOutage, end: number | undefined) {
  const minutes = drops.slice(0, end === undefined ? drops.length : end - start)
  const counts = minutes.flatMap((drop, minute) =>
    drop === null ? [] : [{ at: new Date((start + minute) * MINUTE_MS), missing: Math.round(drop) }],
  )
  return end === undefined ? counts : [...counts, { at: new Date(end * MINUTE_MS), missing: 0 }]
}

/** A case that staff filed is linked, and changed by staff alone. */
async function isOfStaff(tx: Tx, caseId: number): Promise<boolean> {
  const { rows } = await sql<{
    own: boolean
  }>`select ${LABEL} = any(labels) as own from cases where id = ${caseId}`.execute(tx)
  return rows[0]?.own !== true
}

async function upsert(
  tx: Tx,
  { id, accountId }: JudgedDeployment,
  { outage, end }: { outage: OpenOutage; end: number | undefined },
): Promise<Stored> {
  const { number, scope, cluster, segments, start, detected, lastGood } = outage
  const { totalCmsAffected, modemMinutes } = figuresOf(outage, end)
  const { rows } = await sql<Stored>`
    with known as (select total_cms_affected, cardinality(segments) as count from detector_outages where deployment_id = ${id} and number = ${number})
    insert into detector_outages as o (account_id, deployment_id, number, scope, cluster, segments, start_minute, detected_minute, end_minute, last_good_minute, total_cms_affected, modem_minutes)
    values (${accountId}, ${id}, ${number}, ${scope}, ${cluster}, ${[...segments].sort()}::text[], ${start}, ${detected}, ${end ?? null}, ${lastGood}, ${totalCmsAffected}, ${modemMinutes})
    on conflict (deployment_id, number) do update set segments = excluded.segments, end_minute = excluded.end_minute,
      total_cms_affected = excluded.total_cms_affected, modem_minutes = excluded.modem_minutes
    returning id, case_id as "caseId", alerted_at is not null as alerted, (select total_cms_affected from known) as before, (select count from known) as count`.execute(
    tx,
  )
  return rows[0]!
}
