import { type RawBuilder, sql } from 'kysely'
import type { UserScope } from '#features/users/managed-users/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { limitOf } from '#kit/server/list/find-page.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { runPrepared } from '#kit/server/prepared.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import type { User } from '../contract.ts'
import { conditionsOf, type Spelling, type UserFilters } from './user-conditions.ts'
import { userJson } from './user-json.ts'

/** The range of rows of a list, and their order. */
export type Window = {
  readonly page: number
  readonly size: number
  readonly order: readonly { readonly field: string; readonly descending: boolean }[]
}

/** A statement that returns ids, in order. */
type Page = RawBuilder<unknown>

/** Page sizes of the portal's own list and of most callers. */
const usualSizes: readonly number[] = [50, 100, 200]

/** How similar a word must be to match with a typing error (0 to 1). */
const ALIKE = 0.38
const FEWEST_LETTERS = 4

const orders: Readonly<Record<string, RawBuilder<unknown>>> = {
  fullName: sql`u.full_name collate "und-x-icu"`,
  email: sql`u.email`,
  state: sql`u.state`,
  lastLogin: sql`u.last_login_at`,
  created: sql`u.created_at`,
}

/** Up to this many users are sorted for each page of a search. */
export const SORT_IN_MEMORY_LIMIT = 2_000

/**
 * The ids of a page of users, in order; `few` where the filters leave so few that it is quickest to find and sort them
 * all.
 */
export async function findUserIds(
  db: Database | Tx,
  scope: UserScope,
  filters: UserFilters,
  { few = false, spelling = 'part', ...window }: Window & { few?: boolean; spelling?: Spelling },
): Promise<string[]> {
  const page = few ? pageOfFew(scope, filters, window) : pageOf(scope, filters, window, spelling)
  const { rows } = await sql<{ ids: string[] }>`select array(${page})::text[] as ids`.execute(db)
  return rows[0]!.ids
}

/**
 * The statement of the first page of all users, by one column. The limit is a literal: without it PostgreSQL expects a
 * tenth of all, estimates its generic plan as expensive and plans all of `usersText` again each time.
 */
export function firstPageOfAll(scope: UserScope, { size, order }: Window): Page | undefined {
  if (scope.accounts !== 'all' || order.length > 1 || !usualSizes.includes(size)) return undefined
  return sql`select u.id from users u where ${scope.seen} order by ${inOrder(order)} limit ${sql.lit(size)}`
}

function pageOf(scope: UserScope, filters: UserFilters, window: Window, spelling: Spelling = 'part'): Page {
  const likeness = spelling === 'alike' ? sql`word_similarity(${filters.q}, u.full_name) desc, ` : sql``
  return sql`select u.id from users u where ${conditionsOf(scope, filters, spelling)} order by ${likeness}${rowsIn(window)}`
}

/**
 * The same without an ordered scan: PostgreSQL estimates substring comparison as cheap, and would rather scan all users
 * by name than sort the few from its trigram index.
 */
function pageOfFew(scope: UserScope, filters: UserFilters, window: Window): Page {
  return sql`select u.id from (${unsortedUsers(scope, filters)} offset 0) u order by ${rowsIn(window)}`
}

function unsortedUsers(scope: UserScope, filters: UserFilters): RawBuilder<unknown> {
  return sql`select u.id, u.full_name, u.email, u.state, u.last_login_at, u.created_at
    from users u where ${conditionsOf(scope, filters, 'part')}`
}

function rowsIn({ page, size, order }: Window): RawBuilder<unknown> {
  return sql`${inOrder(order)} ${limitOf({ page, size })}`
}

function inOrder(order: Window['order']): RawBuilder<unknown> {
  const by = order.map(
    ({ field, descending }) => sql`${orders[field]!} ${sql.raw(descending ? 'desc nulls last' : 'asc')}`,
  )
  return sql.join([...by, sql`u.id`])
}

/**
 * A page as JSON text: its rows (`[…]`), their number, the newest change of one of them, and the version of all users.
 */
export type UsersText = {
  readonly rows: string
  readonly shown: number
  readonly newest: Date | null
  readonly version: number
}

/** Users as JSON text, in the order of their ids or of the statement that finds these: planned once for all lists. */
export async function usersText(
  { db, pool }: Pick<AppContext, 'db' | 'pool'>,
  scope: UserScope,
  ids: readonly string[] | Page,
): Promise<UsersText> {
  const page = Array.isArray(ids) ? sql`${ids}::bigint[]` : sql`array(${ids})`
  const usersQuery = sql<UsersText>`
    select coalesce('[' || string_agg((${userJson(scope)})::text, ',' order by page.place) || ']', '[]') as rows,
      count(*) as shown, max(u.updated_at) filter (where ${scope.whole}) as newest, (select version from user_list_version) as version
    from unnest(${page}) with ordinality page(id, place) join users u on u.id = page.id`
  const [one] = await runPrepared(pool, usersQuery.compile(db))
  return one!
}

/** The ordered ids of all users that match the filters, and the version of all users; `null` where they are not few. */
export async function findSmallResult(
  db: Database,
  scope: UserScope,
  filters: UserFilters,
  order: Window['order'],
): Promise<{ ids: readonly string[] | null; version: number }> {
  const { rows } = await sql<{ ids: string[] | null; version: number }>`
    with found as materialized (${unsortedUsers(scope, filters)} limit ${sql.lit(SORT_IN_MEMORY_LIMIT + 1)})
    select case when (select count(*) from found) <= ${sql.lit(SORT_IN_MEMORY_LIMIT)}
        then array(select u.id from found u order by ${inOrder(order)})::text[] end as ids,
      (select version from user_list_version) as version`.execute(db)
  return rows[0]!
}

/** The number of users, and the version of all users. */
export async function countUsers(
  db: Database | Tx,
  scope: UserScope,
  filters: UserFilters,
  spelling: Spelling = 'part',
): Promise<{ count: number; version: number }> {
  const { rows } = await sql<{ count: number; version: number }>`
    select count(*) as count, (select version from user_list_version) as version
    from users u where ${conditionsOf(scope, filters, spelling)}`.execute(db)
  return rows[0]!
}

/** A page of user ids whose names or addresses are similar to `q`, for a `q` that no name or address contains. */
export async function findUsersAlike(
  db: Database,
  scope: UserScope,
  filters: UserFilters,
  window: Window,
): Promise<{ ids: string[]; count: number }> {
  if ((filters.q?.trim().length ?? 0) < FEWEST_LETTERS) return { ids: [], count: 0 }
  return inTransaction(db, async (tx) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(ALIKE)}, true)`.execute(tx)
    const ids = await findUserIds(tx, scope, filters, { ...window, spelling: 'alike' })
    return { ids, ...(await countUsers(tx, scope, filters, 'alike')) }
  })
}

/** One user, if the session sees them. */
export async function findUser(db: Database | Tx, scope: UserScope, id: number): Promise<User | undefined> {
  const { rows } = await sql<{ user: User }>`
    select ${userJson(scope)} as user from users u where u.id = ${id} and ${scope.seen}`.execute(db)
  return rows[0]?.user
}
