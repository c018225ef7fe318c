import { sql } from 'kysely'
import { isVendor } from '#features/access/roles/contract.ts'
import type { Database } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import { likeText } from '#kit/server/sql-text.ts'
import { visibleAccounts } from '#kit/server/visible.ts'
import { readAudit } from '../contract.ts'

type Actor = { readonly id: string; readonly fullName: string; readonly username: string }
type ActorSearch = {
  readonly q?: string | undefined
  readonly id?: string | undefined
}

const MOST = 20

/** Users by whom the reader may filter: for vendor staff all, for managers those with a role in their accounts. */
export async function findActors(db: Database, session: Session, { q, id }: ActorSearch): Promise<Actor[]> {
  const accounts = visibleAccounts(session, readAudit)
  const words = q?.trim().toLowerCase() ?? ''
  const isReadable =
    accounts === 'all' && isVendor(session.actor)
      ? sql`true`
      : sql`exists (select from role_grants r where r.user_id = u.id and r.account_id = any(${accounts}::bigint[]))`
  const { rows } = await sql<Actor>`
    select u.id::text as id, u.full_name as "fullName", u.email as username from users u
    where u.erased_at is null and ${isReadable}
      and ${id === undefined ? sql`true` : sql`u.id = ${id}`}
      and ${words === '' ? sql`true` : sql`(u.full_name ilike ${`%${likeText(words)}%`} or u.email like ${`%${likeText(words)}%`})`}
    order by u.full_name collate "und-x-icu", u.id limit ${MOST}`.execute(db)
  return rows
}
