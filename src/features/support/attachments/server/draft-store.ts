import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { insertDraftFileRow } from '#features/support/case-files/server/index.ts'
import { logReadingJson } from '#features/support/log-triage/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { Upload } from '#kit/server/files/receive-upload.ts'
import { type FileConfig, rememberFile } from '#kit/server/files/stored-files.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { attachmentProblems, type CaseDraft, type DraftFile } from '../contract.ts'
import { requireStorageQuota } from './storage-quota.ts'

type Draft = z.output<typeof CaseDraft>
type Owner = { readonly userId: number; readonly accountId: number }

const MOST_FILES = 50
const fileJson = sql<
  z.output<typeof DraftFile>
>`json_build_object('id', f.id::text, 'filename', f.filename, 'size', f.size, 'mediaType', f.media_type, 'isPicture', f.is_picture,
  'reading', ${logReadingJson('f.digest')})`

/** The user's draft of a case for the account, and its files; empty when there is none. */
export async function findDraft(db: Database | Tx, { userId, accountId }: Owner): Promise<Draft> {
  const { rows } = await sql<{ draft: Draft }>`
    select json_build_object('draft', coalesce(d.draft, '{}'), 'updated', ${isoSql('d.updated_at')},
      'files', (select coalesce(json_agg(${fileJson} order by f.id), '[]') from case_draft_files f where f.user_id = ${userId} and f.account_id = ${accountId})) as draft
    from (select 1) one left join case_drafts d on d.user_id = ${userId} and d.account_id = ${accountId}`.execute(db)
  return rows[0]!.draft
}

/** Adds a file to the draft. */
export async function insertDraftFile(
  tx: Tx,
  { userId, accountId }: Owner,
  upload: Upload,
  config: FileConfig,
): Promise<z.output<typeof DraftFile>> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`draft ${userId} ${accountId}`}, 0))`.execute(tx)
  const files = await findDraft(tx, { userId, accountId })
  if (files.files.length >= MOST_FILES) throwProblem(attachmentProblems['draft-full'], { most: MOST_FILES })
  const fileId = await rememberFile(tx, upload, config)
  const file = await insertDraftFileRow(tx, { userId, accountId, fileId }, upload, fileJson)
  await requireStorageQuota(tx, accountId, upload)
  return file
}

/** A picture of the draft; undefined when there is none of this id, or when it is no picture. */
export async function findDraftPicture(db: Database, { userId, accountId }: Owner, id: string) {
  const { rows } = await sql<{ filename: string; mediaType: string; size: number; digest: string }>`
    select filename, media_type as "mediaType", size, digest from case_draft_files
    where id::text = ${id} and user_id = ${userId} and account_id = ${accountId} and is_picture`.execute(db)
  return rows[0]
}
