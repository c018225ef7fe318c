import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { CrmRecord } from '../contract.ts'

/** A CRM record that is kept in the portal. */
export type StoredRecord = { readonly record: CrmRecord; readonly version: number; readonly asOf: string }

/** The CRM record of an account that is kept in the portal. */
export async function storedRecord(db: Database | Tx, accountId: number): Promise<StoredRecord | undefined> {
  const { rows } = await sql<StoredRecord>`
    select record, version, ${isoSql('updated_at')} as "asOf" from crm_records where account_id = ${accountId}`.execute(
    db,
  )
  return rows[0]
}

/** Stores the CRM record of an account. */
export async function storeRecord(tx: Tx, accountId: number, record: CrmRecord): Promise<void> {
  await sql`
    insert into crm_records (account_id, record) values (${accountId}, ${JSON.stringify(record)}::jsonb)
    on conflict (account_id) do update set record = excluded.record, version = crm_records.version + 1, updated_at = clock_timestamp()`.execute(
    tx,
  )
}

/** What was last read of an account from the outside CRM, and how the last attempt ended. */
export type CrmCopy = {
  readonly crmId: string
  readonly record: CrmRecord | null
  readonly asOf: string | null
  readonly failure: string | null
  /** Seconds since the last attempt. */
  readonly age: number
}

/** What was last read of an account from the outside CRM. */
export async function crmCopy(db: Database, accountId: number): Promise<CrmCopy | undefined> {
  const { rows } = await sql<CrmCopy>`
    select crm_id as "crmId", record, ${isoSql('read_at')} as "asOf", failure, extract(epoch from now() - tried_at)::float8 as age
    from crm_copies where account_id = ${accountId}`.execute(db)
  return rows[0]
}

/** Stores what was read, or why it could not be read: then the record that was read before stays. */
export async function storeCopy(
  db: Database,
  { accountId, crmId, read }: { accountId: number; crmId: string; read: { record: CrmRecord } | { failure: string } },
): Promise<void> {
  const record = 'record' in read ? JSON.stringify(read.record) : null
  const failure = 'failure' in read ? read.failure : null
  await sql`
    insert into crm_copies as c (account_id, crm_id, record, read_at, failure, tried_at)
    values (${accountId}, ${crmId}, ${record}::jsonb, case when ${record}::jsonb is null then null else now() end, ${failure}, now())
    on conflict (account_id) do update set crm_id = excluded.crm_id, failure = excluded.failure, tried_at = excluded.tried_at,
      record = case when excluded.failure is null or c.crm_id <> excluded.crm_id then excluded.record else c.record end,
      read_at = case when excluded.failure is null or c.crm_id <> excluded.crm_id then excluded.read_at else c.read_at end`.execute(
    db,
  )
}

/** Deletes what is stored of an account. */
export async function eraseCrmData(tx: Tx, accountId: number): Promise<void> {
  await sql`delete from crm_records where account_id = ${accountId}`.execute(tx)
  await sql`delete from crm_copies where account_id = ${accountId}`.execute(tx)
}
