import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { DeletionPreview } from '../contract.ts'
import type { DeletionRule } from './deletion-configuration.ts'

const SHOWN = 12
const isAdministrator = sql`exists (select 1 from role_grants g where g.user_id = u.id and g.role = 'ADMIN')`

/**
 * Users `u` who become candidates: created long ago, and not signed in for long, or never. Administrators are excluded,
 * so that their absence cannot lock the portal.
 */
export function becomesCandidate({ daysSinceLastLogin, daysSinceCreation }: DeletionRule): RawBuilder<unknown> {
  return sql`u.erased_at is null and u.state not in ('candidateForDeletion', 'approvedForDeletion')
    and u.created_at < now() - make_interval(days => ${daysSinceCreation}::int)
    and coalesce(u.last_login_at, u.created_at) < now() - make_interval(days => ${daysSinceLastLogin}::int)
    and not ${isAdministrator}`
}

/** Candidates `u` who are approved automatically; users who have become administrators since are not. */
export function isApprovedByItself({ autoApprove, daysAfterCandidate }: DeletionRule): RawBuilder<unknown> {
  return sql`${autoApprove} and u.erased_at is null and u.state = 'candidateForDeletion'
    and u.candidate_since < now() - make_interval(days => ${daysAfterCandidate}::int) and not ${isAdministrator}`
}

/** Users `u` to erase. */
export const isErasedNext = sql`u.erased_at is null and u.state = 'approvedForDeletion'`

/** Users affected by a rule in the next nightly run. */
export async function previewOf(db: Database, rule: DeletionRule): Promise<DeletionPreview> {
  const candidate = becomesCandidate(rule)
  const { rows } = await sql<DeletionPreview>`
    select (select count(*) from users u where ${candidate}) as marked, (select count(*) from users u where ${isApprovedByItself(rule)}) as approved,
      (select count(*) from users u where ${isErasedNext}) as erased, coalesce((select json_agg(json_build_object('id', p.id::text, 'username', p.email,
        'fullName', p.full_name, 'lastLogin', ${isoSql('p.last_login_at')}))
      from (select * from users u where ${candidate} order by u.full_name collate "und-x-icu", u.id limit ${SHOWN}) p), '[]') as users`.execute(
    db,
  )
  return rows[0]!
}
