import { type RawBuilder, sql } from 'kysely'
import { TOTAL_CAP } from '#kit/contract/hal.ts'
import type { Database, Tx } from '../database.ts'
import { cappedTotal, type Total } from './hal-list.ts'

/** Which page of a list, from 0, and how many rows it has. */
type Window = { readonly page: number; readonly size: number }

/** A page and the statements of its list: both read the same rows, so both have the same condition. */
type PageQuery<Row> = Window & {
  /** Selects the rows in their order, without a limit; or with it, where it stands inside of the statement. */
  readonly rows: RawBuilder<Row> | ((limit: RawBuilder<unknown>) => RawBuilder<Row>)
  /** `from … where …` of all rows that match. */
  readonly of: RawBuilder<unknown>
  /** SQL for the time when one of them last changed. */
  readonly newest?: RawBuilder<unknown>
  /** Counts to 10,000 at most, in a list declared as large. */
  readonly capped?: boolean
}

/** A page of rows, with the figures that `halPage` needs. */
type FoundPage<Row> = {
  readonly rows: Row[]
  readonly total: Total
  readonly lastUpdateTime: Date | null
}

/** A page of the rows that match, and how many match in all. */
export async function findPage<Row>(
  db: Database | Tx,
  { page, size, rows, of, newest, capped = false }: PageQuery<Row>,
): Promise<FoundPage<Row>> {
  const limit = limitOf({ page, size })
  const time = newest ?? sql`null::timestamptz`
  const countSource = capped ? sql`from (select ${time} as changed ${of} limit ${sql.lit(TOTAL_CAP + 1)}) m` : of
  const read = () => (typeof rows === 'function' ? rows(limit) : sql<Row>`${rows} ${limit}`).execute(db)
  const measure = () =>
    sql<{ count: number; lastUpdateTime: Date | null }>`
      select count(*)::int as count, max(${capped ? sql`changed` : time}) as "lastUpdateTime" ${countSource}`.execute(
      db,
    )
  // The connection of a transaction runs one statement at a time.
  const [selection, figures] = db.isTransaction
    ? [await read(), await measure()]
    : await Promise.all([read(), measure()])
  const { count, lastUpdateTime } = figures.rows[0]!
  return { rows: selection.rows, total: capped ? cappedTotal(count) : { count }, lastUpdateTime }
}

/** The same of rows that are one JSON value each, selected as `row`. */
export async function findJsonPage<Json>(db: Database | Tx, query: PageQuery<{ row: Json }>): Promise<FoundPage<Json>> {
  const { rows, ...figures } = await findPage(db, query)
  return { rows: rows.map(({ row }) => row), ...figures }
}

/** The end of a statement that reads this page alone. */
export function limitOf({ page, size }: Window): RawBuilder<unknown> {
  return sql`limit ${size} offset ${page * size}`
}

/** The same for a statement that is text. */
export function limitText({ page, size }: Window): string {
  return `limit ${size} offset ${page * size}`
}

/** The direction of an `order by`. */
export function directionOf(descending: boolean): RawBuilder<unknown> {
  return sql.raw(descending ? 'desc' : 'asc')
}
