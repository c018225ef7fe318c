import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import type { AnnouncementDelivery } from '../../contract.ts'

/** A page of the occurrences of an announcement that were delivered or are being delivered, and their number. */
export async function findDeliveries(
  db: Database,
  id: string,
  { page, size, descending }: { page: number; size: number; descending: boolean },
): Promise<{ rows: AnnouncementDelivery[]; count: number }> {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  type Row = Omit<AnnouncementDelivery, 'due' | 'finished'> & { due: Date; finished: Date | null; total: number }
  const { rows } = await sql<Row>`
    with shown as (
      select occurrence, min(due_at) as due, case when bool_and(state <> 'WAITING') then max(finished_at) end as finished, bool_or(late) as late,
        sum(delivered)::int as delivered, sum(mailed)::int as mailed, sum(muted)::int as muted, count(*) over () as total
      from announcement_deliveries where announcement_id = ${id} and (state = 'DONE' or delivered > 0)
      group by occurrence order by occurrence ${direction} limit ${size} offset ${page * size}
    )
    select shown.*, (select count(*) from announcement_inbox i where i.announcement_id = ${id} and i.occurrence = shown.occurrence
      and i.acknowledged_at is not null) as acknowledged
    from shown order by occurrence ${direction}`.execute(db)
  return {
    rows: rows.map(({ total: _, due, finished, ...row }) => ({
      ...row,
      due: due.toISOString(),
      finished: finished?.toISOString() ?? null,
    })),
    count: rows[0]?.total ?? 0,
  }
}
