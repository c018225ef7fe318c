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
import { isOfDetector, renumberUndone, type UndoneOutage } from './undone-outages.ts'

const MINUTE_MS = 60_000

type JudgedOutages = {
  readonly open: readonly OpenOutage[]
  readonly ended: readonly EndedOutage[]
  /** Outages of the minutes before, which are judged again. */
  readonly undone: readonly UndoneOutage[]
  /** The minute up to which the detector judged at first: outages that were over by then get no case. */
  readonly since: number
}
/** A stored outage; `before` is what was measured before, of one that was known. */
type StoredOutage = {
  readonly id: number
  readonly caseId: number | null
  readonly alerted: boolean
  readonly before: {
    readonly start: number
    readonly end: number | null
    readonly modems: number
    readonly count: number
  } | null
}

/** Stores the outages of a deployment, opens, updates and closes their cases, and records the alert of a large one. */
export async function storeOutages(
  tx: Tx,
  deployment: JudgedDeployment,
  { open, ended, undone, since }: JudgedOutages,
): Promise<void> {
  // Those that were open before the minutes that are judged again have the lower numbers.
  const first = Math.min(...undone.map(({ number }) => number))
  const foundAgain = [...ended, ...open].filter(({ number }) => number > first)
  await renumberUndone(tx, undone, foundAgain)
  for (const outage of ended) await storeOne(tx, deployment, outage, { end: outage.end, files: outage.end > since })
  for (const outage of open) await storeOne(tx, deployment, outage, { end: undefined, files: true })
}

async function storeOne(
  tx: Tx,
  deployment: JudgedDeployment,
  outage: OpenOutage,
  { end, files }: { end: number | undefined; files: boolean },
): Promise<void> {
  const { id, accountId, settings, reporterId } = deployment
  const { totalCmsAffected } = figuresOf(outage, end)
  const { before, ...storedOutage } = await upsert(tx, deployment, { outage, end })
  if (!storedOutage.alerted && files && totalCmsAffected >= settings.alertThreshold) {
    await sql`update detector_outages set alerted_at = clock_timestamp() where id = ${storedOutage.id}`.execute(tx)
    const data = { deployment: deployment.name, modems: totalCmsAffected, threshold: settings.alertThreshold }
    await recordEvent(
      tx,
      detectorAlerted,
      { userName: 'Outage detector' },
      { account: accountId, subject: storedOutage.id, data },
    )
  }
  const text = outageText(outage, deployment.name, end)
  const after = { ...text, ...measuredOf(outage.start, end ?? null, totalCmsAffected) }
  if (storedOutage.caseId !== null) {
    if (!(await isOfDetector(tx, storedOutage.caseId))) return
    const isSame =
      before?.start === outage.start &&
      before.end === (end ?? null) &&
      before.modems === totalCmsAffected &&
      before.count === outage.segments.length
    if (before && !isSame)
      await followAutomaticOutage(tx, storedOutage.caseId, {
        before: measuredOf(before.start, before.end, before.modems),
        after,
      })
    return storeOutageCounts(tx, storedOutage.caseId, countsOf(outage, end))
  }
  if (!files || reporterId === null) return
  const { started: startedAt } = after
  const knownCase = await openOutageOf(tx, id, startedAt)
  const filedCase =
    knownCase ??
    (
      await fileAutomaticOutage(tx, {
        ...{ ...text, totalCmsAffected, started: startedAt },
        ...{ accountId, deploymentId: id, reporterId, labels: [LABEL] },
      })
    ).id
  await sql`update detector_outages set case_id = ${filedCase} where id = ${storedOutage.id}`.execute(tx)
  if (knownCase !== undefined) return
  if (end !== undefined) await followAutomaticOutage(tx, filedCase, { before: { ...after, ended: null }, after })
  await storeOutageCounts(tx, filedCase, countsOf(outage, end))
}

function measuredOf(start: number, end: number | null, totalCmsAffected: number) {
  return {
    started: new Date(start * MINUTE_MS),
    ended: end === null ? null : new Date(end * MINUTE_MS),
    totalCmsAffected,
  }
}

/** The modems missing in each minute, none from the end on. */
function countsOf({ drops, start }: OpenOutage, end: number | undefined) {
  const minutes = drops.slice(0, end === undefined ? drops.length : end - start)
  const counts = minutes.flatMap((drop, minute) =>
    drop === null ? [] : [{ at: new Date((start + minute) * MINUTE_MS), missing: Math.round(drop) }],
  )
  return end === undefined ? counts : [...counts, { at: new Date(end * MINUTE_MS), missing: 0 }]
}

async function upsert(
  tx: Tx,
  { id, accountId }: JudgedDeployment,
  { outage, end }: { outage: OpenOutage; end: number | undefined },
): Promise<StoredOutage> {
  const { number, scope, cluster, segments, start, detected: detectedAt, lastGood } = outage
  const { totalCmsAffected, modemMinutes } = figuresOf(outage, end)
  const { rows } = await sql<StoredOutage>`
    with known as (
      select json_build_object('start', start_minute, 'end', end_minute, 'modems', total_cms_affected, 'count', cardinality(segments)) as before
      from detector_outages where deployment_id = ${id} and number = ${number})
    insert into detector_outages as o (account_id, deployment_id, number, scope, cluster, segments, start_minute, detected_minute, end_minute, last_good_minute, total_cms_affected, modem_minutes)
    values (${accountId}, ${id}, ${number}, ${scope}, ${cluster}, ${[...segments].sort()}::text[], ${start}, ${detectedAt}, ${end ?? null}, ${lastGood}, ${totalCmsAffected}, ${modemMinutes})
    on conflict (deployment_id, number) do update set scope = excluded.scope, segments = excluded.segments, start_minute = excluded.start_minute,
      detected_minute = excluded.detected_minute, last_good_minute = excluded.last_good_minute, end_minute = excluded.end_minute,
      total_cms_affected = excluded.total_cms_affected, modem_minutes = excluded.modem_minutes
    returning id, case_id as "caseId", alerted_at is not null as alerted, (select before from known)`.execute(tx)
  return rows[0]!
}
