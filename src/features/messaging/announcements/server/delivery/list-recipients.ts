import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import type { CsvColumn } from '#kit/server/list/csv.ts'
import { directionOf, findPage } from '#kit/server/list/find-page.ts'
import { isoSql, likeText } from '#kit/server/sql-text.ts'
import type { DeliveryFigure, DeliveryRecipient } from '../../contract.ts'
import { hasFigure, mailState } from './delivery-figures.ts'

type Query = {
  readonly id: string
  readonly occurrence: string
  readonly figure?: DeliveryFigure | undefined
  readonly q?: string | undefined
  readonly page: number
  readonly size: number
  readonly descending: boolean
}

/** A page of the users who have an occurrence, or who count for a figure of it, and their number. */
export async function findDeliveryRecipients(
  db: Database,
  { id, occurrence, figure = 'delivered', q, page, size, descending }: Query,
) {
  const words = q && `%${likeText(q.trim())}%`
  const matching = sql`from announcement_inbox i join users u on u.id = i.user_id
    where i.announcement_id = ${id} and i.occurrence = ${occurrence}::int and ${hasFigure(figure)}
      and ${words ? sql`(u.email ilike ${words} or u.full_name ilike ${words})` : sql`true`}`
  return findPage(db, {
    page,
    size,
    rows: sql<DeliveryRecipient>`
      select u.email as username, u.full_name as "fullName", ${isoSql('i.delivered_at')} as delivered, ${isoSql('i.seen_at')} as seen,
        ${isoSql('i.acknowledged_at')} as acknowledged, i.muted, ${mailState} as mail
      ${matching} order by u.email ${directionOf(descending)}`,
    of: matching,
  })
}

const PIECE = 5000

/** Every user of the list, in order, for the export. */
export async function* eachDeliveryRecipient(db: Database, query: Query): AsyncGenerator<DeliveryRecipient> {
  for (let page = 0; ; page += 1) {
    const { rows } = await findDeliveryRecipients(db, { ...query, page, size: PIECE })
    yield* rows
    if (rows.length < PIECE) return
  }
}

/** The columns of the export. */
export const recipientColumns: readonly CsvColumn<DeliveryRecipient>[] = [
  { heading: 'username', cell: ({ username }) => username },
  { heading: 'fullName', cell: ({ fullName }) => fullName },
  { heading: 'delivered', cell: ({ delivered }) => delivered },
  { heading: 'seen', cell: ({ seen }) => seen },
  { heading: 'acknowledged', cell: ({ acknowledged }) => acknowledged },
  { heading: 'muted', cell: ({ muted }) => muted },
  { heading: 'mail', cell: ({ mail }) => mail },
]
