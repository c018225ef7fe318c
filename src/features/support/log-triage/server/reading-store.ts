import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import type { LogForm, LogReading, UnreadableReason } from '../contract.ts'

/** What the reading of a file decides about its download. */
export type StoredReading = {
  readonly form: LogForm
  readonly unreadable: UnreadableReason | null
  /** The copy without secrets; null where none was found. */
  readonly copy: { readonly digest: string; readonly size: number } | null
}

/** The `LogReading` of a digest as JSON, for a reply; null for a file that is not read. */
export function logReadingJson(digest: string): RawBuilder<LogReading> {
  return sql`(select json_build_object('pack', r.pack, 'unreadable', r.unreadable, 'lines', r.lines, 'facts', r.facts, 'signatures', r.signatures,
      'secretCount', r.secret_count, 'secrets', r.secrets) from log_readings r where r.digest = ${sql.raw(digest)})`
}

/** The digest and the size of what a download sends: those of the copy, where there is one. */
export function sentDigestSql(digest: string): RawBuilder<string> {
  return sql`coalesce((select r.copy_digest from log_readings r where r.digest = ${sql.raw(digest)}), ${sql.raw(digest)})`
}
export function sentSizeSql(digest: string, size: string): RawBuilder<number> {
  return sql`coalesce((select r.copy_size from log_readings r where r.digest = ${sql.raw(digest)}), ${sql.raw(size)})`
}

/** The reading of a file by the rule pack of this version; undefined while it has none. */
export async function findReading(db: Database, digest: string, pack: string): Promise<StoredReading | undefined> {
  const { rows } = await sql<StoredReading>`
    select form, unreadable, case when copy_digest is not null then json_build_object('digest', copy_digest, 'size', copy_size) end as copy
    from log_readings where digest = ${digest} and pack = ${pack}`.execute(db)
  return rows[0]
}

/** A reading to store. */
export type NewReading = {
  readonly digest: string
  readonly pack: string
  readonly form: LogForm
  readonly unreadable: UnreadableReason | null
  readonly lines: number
  readonly facts: readonly unknown[]
  readonly signatures: readonly unknown[]
  readonly secrets: Readonly<Record<string, number>>
  readonly copy: { readonly fileId: number; readonly digest: string; readonly size: number } | null
}

/** Stores a reading in place of one by another version of the rule pack. */
export async function storeReading(tx: Tx, reading: NewReading): Promise<void> {
  const { digest, pack, form, unreadable, lines, copy } = reading
  const count = Object.values(reading.secrets).reduce((sum, one) => sum + one, 0)
  await sql`
    insert into log_readings (digest, pack, form, unreadable, lines, facts, signatures, secrets, secret_count, copy_file_id, copy_digest, copy_size)
    values (${digest}, ${pack}, ${form}, ${unreadable}, ${lines}, ${JSON.stringify(reading.facts)}::jsonb, ${JSON.stringify(reading.signatures)}::jsonb,
      ${JSON.stringify(reading.secrets)}::jsonb, ${count}, ${copy?.fileId ?? null}, ${copy?.digest ?? null}, ${copy?.size ?? null})
    on conflict (digest) do update set pack = excluded.pack, form = excluded.form, unreadable = excluded.unreadable, lines = excluded.lines, facts = excluded.facts,
      signatures = excluded.signatures, secrets = excluded.secrets, secret_count = excluded.secret_count, copy_file_id = excluded.copy_file_id,
      copy_digest = excluded.copy_digest, copy_size = excluded.copy_size, read_at = now()`.execute(tx)
}

/** Text fragments of the known issues, which logs of an affected system contain. */
export async function knownSignatures(db: Database): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select distinct unnest(signature) as text from known_issues order by text limit 2000`.execute(db)
  return rows.map(({ text }) => text)
}

/** The lines with signatures in the logs of a case, for the search of known issues. */
export async function signatureLinesOf(db: Database | Tx, caseId: number): Promise<string> {
  const { rows } = await sql<{ text: string | null }>`
    select string_agg(line ->> 'text', ' ') as text from (
      select line from case_attachments f join log_readings r on r.digest = f.digest, jsonb_array_elements(r.signatures) as line
      where f.case_id = ${caseId} order by f.id limit 20) lines`.execute(db)
  return rows[0]?.text ?? ''
}

/** Deletes the readings of files that are gone, so that their copies go too. */
export async function deleteForgottenReadings(db: Database): Promise<void> {
  await sql`
    delete from log_readings r where r.read_at < now() - interval '1 day'
      and not exists (select from stored_files f where f.digest = r.digest)`.execute(db)
}
