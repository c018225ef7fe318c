import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import type { CrmData, CrmRecord } from '../contract.ts'

/** The customer success manager with the address of the record's owner, unless the account has that one. */
export async function proposedCsmOf(
  db: Database | Tx,
  accountId: number,
  record: CrmRecord | null,
): Promise<CrmData['proposedCsm']> {
  if (!record?.ownerEmail) return null
  const { rows } = await sql<NonNullable<CrmData['proposedCsm']>>`
    select u.id::text, u.email as username, u.full_name as "fullName" from users u
    where u.email = lower(${record.ownerEmail}) and u.state = 'active' and u.erased_at is null
      and exists (select from role_grants g where g.user_id = u.id and g.role = 'HARMONIC_CSM')
      and u.id is distinct from (select a.csm_id from accounts a where a.id = ${accountId})`.execute(db)
  return rows[0] ?? null
}
