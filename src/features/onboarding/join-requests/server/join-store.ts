import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { findJsonPage } from '#kit/server/list/find-page.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { JoinRequest } from '../contract.ts'

/** Which requests: by conditions on `j`, the request, and `a`, its account. */
type Page = { readonly page: number; readonly size: number; readonly order?: RawBuilder<unknown> }

const json = sql<JoinRequest>`json_build_object('id', j.id::text, 'account', a.name, 'accountId', a.id::text, 'accountDisplayName', a.display_name,
  'requestedBy', json_build_object('id', u.id::text, 'username', u.email, 'fullName', u.full_name), 'requestStatus', j.status, 'reason', j.reason,
  'decidedBy', (select d.full_name from users d where d.id = j.decided_by), 'createdAt', ${isoSql('j.created_at')},
  'updatedAt', ${isoSql('j.updated_at')}, 'version', j.version)`
const sources = sql`join_requests j join accounts a on a.id = j.account_id join users u on u.id = j.user_id`

/** A page of join requests, and the total. */
export async function findJoins(db: Database | Tx, condition: RawBuilder<unknown>, { page, size, order }: Page) {
  const where = sql`where ${condition} and a.deleted_at is null`
  return findJsonPage(db, {
    page,
    size,
    rows: sql<{ row: JoinRequest }>`
      select ${json} as row from ${sources} ${where} order by ${order ?? sql`j.updated_at desc`}, j.id desc`,
    of: sql`from ${sources} ${where}`,
    newest: sql`j.updated_at`,
  })
}

/** One request as the contract shows it. */
export async function joinById(db: Database | Tx, id: number): Promise<JoinRequest> {
  const { rows } = await findJoins(db, sql`j.id = ${id}`, { page: 0, size: 1 })
  return rows[0]!
}
