import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'

/** A label of the cases that the detector files. */
export const LABEL = 'automatic-outage'

/** Whether the detector filed a case of an outage that has not reached the threshold of the account for alerts. */
export async function isBelowAlertThreshold(tx: Tx, caseId: number): Promise<boolean> {
  const { rows } = await sql<{ isBelow: boolean }>`
    select ${LABEL} = any(c.labels) and not exists (
      select from detector_outages o where o.case_id = c.id and o.alerted_at is not null) as "isBelow"
    from cases c where c.id = ${caseId}`.execute(tx)
  return rows[0]?.isBelow === true
}

/** The key of the case of an outage that the detector found; undefined where it has none. */
export async function caseKeyOfOutage(tx: Tx, outageId: number): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`
    select c.key from detector_outages o join cases c on c.id = o.case_id where o.id = ${outageId}`.execute(tx)
  return rows[0]?.key
}
