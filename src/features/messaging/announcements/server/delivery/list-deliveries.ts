import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import type { CsvColumn } from '#kit/server/list/csv.ts'
import { directionOf, limitOf } from '#kit/server/list/find-page.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { type AnnouncementDelivery, deliveryFigures } from '../../contract.ts'
import { hasFigure, mailState } from './delivery-figures.ts'

type Page = { readonly page: number; readonly size: number; readonly descending: boolean }
type Row = AnnouncementDelivery & { total: number }

/** A page of the occurrences of an announcement that were delivered or are being delivered, and their number. */
export async function findDeliveries(
  db: Database,
  id: string,
  { page, size, descending }: Page,
): Promise<{ rows: AnnouncementDelivery[]; count: number }> {
  const direction = directionOf(descending)
  const counts = sql.join(
    deliveryFigures.slice(1).map((figure) => sql`count(*) filter (where ${hasFigure(figure)}) as ${sql.ref(figure)}`),
  )
  const { rows } = await sql<Row>`
    with shown as (
      select occurrence, min(due_at) as due, case when bool_and(state <> 'WAITING') then max(finished_at) end as finished, bool_or(late) as late,
        sum(addressed)::int as addressed, count(*) over () as total
      from announcement_deliveries where announcement_id = ${id} and (state = 'DONE' or delivered > 0)
      group by occurrence order by occurrence ${direction} ${limitOf({ page, size })}
    ), counted as (
      select i.occurrence, ${counts}, count(*) filter (where ${mailState} = 'WAITING') as waiting
      from announcement_inbox i where i.announcement_id = ${id} and i.occurrence in (select occurrence from shown) group by i.occurrence
    )
    select s.occurrence, ${isoSql('s.due')} as due, ${isoSql('s.finished')} as finished, s.late, greatest(s.addressed, coalesce(c.delivered, 0)) as addressed, s.total,
      ${sql.join(deliveryFigures.slice(1).map((figure) => sql`coalesce(c.${sql.ref(figure)}, 0) as ${sql.ref(figure)}`))},
      coalesce(c.waiting, 0) as "mailsWaiting"
    from shown s left join counted c on c.occurrence = s.occurrence order by s.occurrence ${direction}`.execute(db)
  return { rows: rows.map(({ total: _, ...row }) => row), count: rows[0]?.total ?? 0 }
}

const PIECE = 200

/** Every occurrence, in order, for the export. */
export async function* eachDelivery(
  db: Database,
  id: string,
  { descending }: Pick<Page, 'descending'>,
): AsyncGenerator<AnnouncementDelivery> {
  for (let page = 0; ; page += 1) {
    const { rows } = await findDeliveries(db, id, { page, size: PIECE, descending })
    yield* rows
    if (rows.length < PIECE) return
  }
}

/** The columns of the export. */
export const deliveryColumns: readonly CsvColumn<AnnouncementDelivery>[] = [
  { heading: 'occurrence', cell: ({ occurrence }) => occurrence },
  { heading: 'due', cell: ({ due }) => due },
  { heading: 'finished', cell: ({ finished }) => finished },
  { heading: 'late', cell: ({ late }) => late },
  ...deliveryFigures.map((figure) => ({ heading: figure, cell: (row: AnnouncementDelivery) => row[figure] })),
  { heading: 'mailsWaiting', cell: ({ mailsWaiting }) => mailsWaiting },
]
