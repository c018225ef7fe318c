import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import type { Portal } from '#kit/server/portal.ts'
import { runPrepared } from '#kit/server/prepared.ts'
import type { User } from '../contract.ts'
import { conditionsOf, type Spelling, type UserFilters } from './user-conditions.ts'
import { userJson } from './user-json.ts'
import type { Sight } from './visible-people.ts'

/** Which rows of a list, in which order. */
export type Window = {
  readonly page: number
  readonly size: number
  readonly order: readonly { readonly field: string; readonly descending: boolean }[]
}

/** How like a word must be to count as the same with a typing error (0 to 1). */
const ALIKE = 0.38
const FEWEST_LETTERS = 4

const orders: Readonly<Record<string, RawBuilder<unknown>>> = {
  fullName: sql`u.full_name collate "und-x-icu"`,
  email: sql`u.email`,
  state: sql`u.state`,
  lastLogin: sql`u.last_login_at`,
  created: sql`u.created_at`,
}

/** The ids of a page of people, in order. */
export async function findUserIds(
  db: Database | Tx,
  sight: Sight,
  filters: UserFilters,
  { page, size, order, spelling = 'part' }: Window & { spelling?: Spelling },
): Promise<string[]> {
  const by = sql.join([
    ...(spelling === 'alike' ? [sql`word_similarity(${filters.q}, u.full_name) desc`] : []),
    ...order.map(({ field, descending }) => sql`${orders[field]!} ${sql.raw(descending ? 'desc nulls last' : 'asc')}`),
    sql`u.id`,
  ])
  const { rows } = await sql<{ id: string }>`
    select u.id::text as id from users u where ${conditionsOf(sight, filters, spelling)} order by ${by} limit ${size} offset ${page * size}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** People as JSON text (`[…]`), in the order of their ids, and when one of them was changed last: one statement for all lists, planned once. */
export async function usersText(
  { db, pool }: Pick<Portal, 'db' | 'pool'>,
  sight: Sight,
  ids: readonly string[],
): Promise<{ rows: string; newest: Date | null }> {
  const made = sql<{ rows: string; newest: Date | null }>`
    select coalesce('[' || string_agg((${userJson(sight)})::text, ',' order by page.place) || ']', '[]') as rows,
      max(u.updated_at) filter (where ${sight.whole}) as newest
    from unnest(${ids}::bigint[]) with ordinality page(id, place) join users u on u.id = page.id`
  const [one] = await runPrepared(pool, made.compile(db))
  return one!
}

/** How many people there are. */
export async function countUsers(
  db: Database | Tx,
  sight: Sight,
  filters: UserFilters,
  spelling: Spelling = 'part',
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from users u where ${conditionsOf(sight, filters, spelling)}`.execute(db)
  return rows[0]!.count
}

/** A page of people (their ids) whose names or addresses are like `q`, for a `q` that no name or address has as a part. */
export async function findUsersAlike(
  db: Database,
  sight: Sight,
  filters: UserFilters,
  window: Window,
): Promise<{ ids: string[]; count: number }> {
  if ((filters.q?.trim().length ?? 0) < FEWEST_LETTERS) return { ids: [], count: 0 }
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(ALIKE)}, true)`.execute(tx)
    const ids = await findUserIds(tx, sight, filters, { ...window, spelling: 'alike' })
    return { ids, count: await countUsers(tx, sight, filters, 'alike') }
  })
}

/** One person, if the session sees them. */
export async function findUser(db: Database | Tx, sight: Sight, id: number): Promise<User | undefined> {
  const { rows } = await sql<{ user: User }>`
    select ${userJson(sight)} as user from users u where u.id = ${id} and ${sight.seen}`.execute(db)
  return rows[0]?.user
}
