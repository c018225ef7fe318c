import { type RawBuilder, sql } from 'kysely'
import type { Permission } from '#kit/contract/permission.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import { visibleIn } from '#kit/server/visible.ts'

/** An account as the rows of other features refer to it. */
export type NamedAccount = {
  readonly id: number
  readonly name: string
  readonly displayName: string
  readonly timeZone: string
}

/** Which account, and in what sight of the caller. */
export type AccountQuery<Also> = {
  /** Its name; a path segment that may be either is `idOrName`: digits are an id. */
  readonly name?: string
  readonly idOrName?: string
  readonly permission: Permission
  /** Keeps it as it is until the transaction ends, and makes concurrent commands on it wait. */
  readonly lock?: boolean
  /** Further columns of the account `a`, in the same statement. */
  readonly also?: RawBuilder<Also>
}

/** The account that is not deleted and in which the caller has the permission; undefined for any other. */
export async function findAccountIn<Also = object>(
  db: Database | Tx,
  session: Session,
  { name, idOrName, permission, lock = false, also }: AccountQuery<Also>,
): Promise<(NamedAccount & Also) | undefined> {
  const { rows } = await sql<NamedAccount & Also>`
    select a.id, a.name, a.display_name as "displayName", a.time_zone as "timeZone"${also ? sql`, ${also}` : sql``} from accounts a
    where ${idOrName === undefined ? sql`a.name = ${name}` : accountByIdOrName(idOrName)} and a.deleted_at is null
      and ${visibleIn(session, permission, 'a.id')} ${lock ? sql`for no key update of a` : sql``}`.execute(db)
  return rows[0]
}

/** The condition on `accounts a` for a path segment: digits are an id, all else a name. */
export function accountByIdOrName(idOrName: string): RawBuilder<boolean> {
  return /^\d{1,15}$/.test(idOrName) ? sql<boolean>`a.id = ${Number(idOrName)}` : sql<boolean>`a.name = ${idOrName}`
}
