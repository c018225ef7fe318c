import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { logReadingJson } from '#features/support/log-triage/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { Upload } from '#kit/server/files/receive-upload.ts'
import { rememberFile } from '#kit/server/files/stored-files.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { PortalConfig } from '#kit/server/portal.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { attachmentProblems, type CaseDraft, type DraftFile } from '../contract.ts'
import { requireStorageQuota } from './storage-quota.ts'

type Draft = z.output<typeof CaseDraft>
type Owner = { readonly userId: number; readonly accountId: number }

const MOST_FILES = 50
const fileJson = sql`json_build_object('id', f.id::text, 'filename', f.filename, 'size', f.size, 'mediaType', f.media_type, 'isPicture', f.is_picture,
  'reading', ${logReadingJson('f.digest')})`

/** The user's draft of a case for the account, and its files; empty when there is none. */
export async function findDraft(db: Database | Tx, { userId, accountId }: Owner): Promise<Draft> {
  const { rows } = await sql<{ draft: Draft }>`
    select json_build_object('draft', coalesce(d.draft, '{}'), 'updated', ${isoSql('d.updated_at')},
      'files', (select coalesce(json_agg(${fileJson} order by f.id), '[]') from case_draft_files f where f.user_id = ${userId} and f.account_id = ${accountId})) as draft
    from (select 1) one left join case_drafts d on d.user_id = ${userId} and d.account_id = ${accountId}`.execute(db)
  return rows[0]!.draft
}

/** Stores the draft in place of the previous one. */
export async function keepDraft(tx: Tx, { userId, accountId }: Owner, draft: object): Promise<void> {
  await sql`
    insert into case_drafts (user_id, account_id, draft) values (${userId}, ${accountId}, ${JSON.stringify(draft)}::jsonb)
    on conflict (user_id, account_id) do update set draft = excluded.draft, updated_at = now()`.execute(tx)
}

/** Deletes the draft and its files. */
export async function emptyDraft(tx: Tx, { userId, accountId }: Owner): Promise<void> {
  await tx.deleteFrom('case_draft_files').where('user_id', '=', userId).where('account_id', '=', accountId).execute()
  await tx.deleteFrom('case_drafts').where('user_id', '=', userId).where('account_id', '=', accountId).execute()
}

/** Adds a file to the draft. */
export async function insertDraftFile(
  tx: Tx,
  { userId, accountId }: Owner,
  upload: Upload,
  config: Pick<PortalConfig, 'scannerUrl'>,
): Promise<z.output<typeof DraftFile>> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`draft ${userId} ${accountId}`}, 0))`.execute(tx)
  const files = await findDraft(tx, { userId, accountId })
  if (files.files.length >= MOST_FILES) throwProblem(attachmentProblems['draft-full'], { most: MOST_FILES })
  const fileId = await rememberFile(tx, upload, config)
  const { rows } = await sql<{ file: z.output<typeof DraftFile> }>`
    insert into case_draft_files as f (user_id, account_id, file_id, filename, size, media_type, is_picture, digest)
    values (${userId}, ${accountId}, ${fileId}, ${upload.filename}, ${upload.size}, ${upload.mediaType}, ${upload.isPicture}, ${upload.digest})
    returning ${fileJson} as file`.execute(tx)
  await requireStorageQuota(tx, accountId, upload)
  return rows[0]!.file
}

/** A picture of the draft; undefined when there is none of this id, or when it is no picture. */
export async function findDraftPicture(db: Database, { userId, accountId }: Owner, id: string) {
  const { rows } = await sql<{ filename: string; mediaType: string; size: number; digest: string }>`
    select filename, media_type as "mediaType", size, digest from case_draft_files
    where id::text = ${id} and user_id = ${userId} and account_id = ${accountId} and is_picture`.execute(db)
  return rows[0]
}

/** Removes a file from the draft; false when it is not there. */
export async function removeFromDraft(tx: Tx, { userId, accountId }: Owner, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from case_draft_files where id::text = ${id} and user_id = ${userId} and account_id = ${accountId} returning id`.execute(
    tx,
  )
  return rows.length > 0
}
