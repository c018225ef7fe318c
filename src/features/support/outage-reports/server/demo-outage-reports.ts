import { sql } from 'kysely'
import { outageOf, publicEntries } from '#features/support/outages/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { draftReport } from './draft-report.ts'

/** Publishes the report of the newest outage of the account that is over. */
export async function makeDemoOutageReports(tx: Tx, account: string): Promise<void> {
  const { rows } = await sql<{ id: number; key: string; description: string; zone: string; ended: Date; by: number }>`
    select c.id, c.key, c.description, a.time_zone as zone, o.ended_at as ended, c.assignee_id as by
    from outages o join cases c on c.id = o.case_id join accounts a on a.id = c.account_id
    where a.name = ${account} and o.ended_at is not null and not c.internal and not c.is_open and c.assignee_id is not null and o.reason <> 'unknown'
    order by o.started_at desc limit 1`.execute(tx)
  for (const { id, key, description, zone, ended: endedAt, by } of rows) {
    const outage = await outageOf(tx, id, key)
    const entries = await publicEntries(tx, sql`e.case_id = ${id}`, { page: 0, size: 50, descending: false })
    const { what, who, times, cause, actions } = draftReport({ outage, description, entries, timeZone: zone })
    const publishedAt = new Date(Math.min(new Date(endedAt).getTime() + 26 * 3_600_000, Date.now() - 60_000))
    await sql`
      insert into outage_reports (case_id, revision, what, who, times, cause, actions, prevention, version, published_at, published_by, subject, account_name, time_zone)
      values (${id}, 1, ${what}, ${who}, ${times}, ${cause}, ${actions || DONE}, ${PREVENTION}, 2, ${publishedAt}, ${by},
        ${outage.subject}, ${outage.accountDisplayName}, ${zone})`.execute(tx)
  }
}

const DONE =
  '- The affected nodes were found from the offline modems and their common path.\n- The connection was restored, and all modems ranged again.\n- Levels and registrations were watched for an hour before the outage was declared over.'
const PREVENTION =
  '- The failed part is monitored with an alarm of its own.\n- The redundant path is tested in the next maintenance window.'
