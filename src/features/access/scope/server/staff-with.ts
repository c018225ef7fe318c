import { sql } from 'kysely'
import type { Permission } from '#kit/contract/permission.ts'
import type { Database, Tx } from '#kit/server/database.ts'

/** The users who have a permission everywhere, by a role of the vendor's staff; those in `except` are left out. */
export async function staffWith(
  db: Database | Tx,
  { grants }: Permission,
  except: readonly (number | null)[] = [],
): Promise<{ readonly userId: number }[]> {
  const roles = grants.flatMap(({ role, assigned }) => (assigned ? [] : role))
  const { rows } = await sql<{ userId: number }>`
    select distinct user_id as "userId" from role_grants
    where account_id is null and role = any(${roles}::text[]) and user_id <> all(${except.filter((id) => id !== null)}::bigint[])`.execute(
    db,
  )
  return rows
}
