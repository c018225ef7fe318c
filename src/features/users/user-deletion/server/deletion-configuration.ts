import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { DeletionConfiguration } from '../contract.ts'

/** The part of the configuration that decides. */
export type DeletionRule = Omit<DeletionConfiguration, 'version' | 'updated'>

const columns = sql`days_since_last_login as "daysSinceLastLogin", days_since_creation as "daysSinceCreation", auto_approve as "autoApprove",
  days_after_candidate as "daysAfterCandidate", version, ${isoSql('updated_at')} as updated`

/** The current configuration; locked, when it is to be changed. */
export async function deletionConfiguration(db: Database | Tx, { lock = false } = {}): Promise<DeletionConfiguration> {
  const { rows } = await sql<DeletionConfiguration>`
    select ${columns} from user_deletion_configuration ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0]!
}

export async function setDeletionConfiguration(tx: Tx, rule: DeletionRule): Promise<DeletionConfiguration> {
  const { rows } = await sql<DeletionConfiguration>`
    update user_deletion_configuration set days_since_last_login = ${rule.daysSinceLastLogin}, days_since_creation = ${rule.daysSinceCreation},
      auto_approve = ${rule.autoApprove}, days_after_candidate = ${rule.daysAfterCandidate}, version = version + 1, updated_at = now()
    returning ${columns}`.execute(tx)
  return rows[0]!
}
