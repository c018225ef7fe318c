import { sql } from 'kysely'
import { type FileAuthor, insertAttachmentRow } from '#features/support/case-files/server/index.ts'
import { logReadingJson, sentDigestSql, sentSizeSql } from '#features/support/log-triage/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { fileCheckJson } from '#kit/server/files/file-scans.ts'
import type { Upload } from '#kit/server/files/receive-upload.ts'
import { type FileConfig, rememberFile } from '#kit/server/files/stored-files.ts'
import { directionOf, findJsonPage } from '#kit/server/list/find-page.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { Attachment } from '../contract.ts'

/** An attachment as commands read it. */
export type StoredAttachment = {
  readonly id: number
  readonly filename: string
  readonly size: number
  readonly digest: string
  readonly mediaType: string
  readonly isPicture: boolean
  /** Null for a user whom only an outside system knows. */
  readonly authorId: number | null
  readonly createdAt: Date
}

const json = sql`json_build_object('id', f.id::text, 'filename', f.filename, 'size', ${sentSizeSql('f.digest', 'f.size')}, 'mediaType', f.media_type,
  'digest', ${sentDigestSql('f.digest')}, 'reading', ${logReadingJson('f.digest')}, 'check', ${fileCheckJson('f.digest')},
  'isPicture', f.is_picture, 'author', json_build_object('id', case when f.author_name is null then u.id::text else '0' end,
    'username', case when f.author_name is null then u.email else '' end, 'fullName', coalesce(f.author_name, u.full_name)),
  'created', ${isoSql('f.created_at')})`

/** A page of the files of a case. */
export async function findAttachments(
  db: Database,
  caseId: number,
  { page, size, descending }: { page: number; size: number; descending: boolean },
) {
  const direction = directionOf(descending)
  return findJsonPage(db, {
    page,
    size,
    rows: sql<{ row: Attachment }>`
      select ${json} as row from case_attachments f join users u on u.id = f.author_id
      where f.case_id = ${caseId} order by f.id ${direction}`,
    of: sql`from case_attachments where case_id = ${caseId}`,
    newest: sql`created_at`,
  })
}

/** Inserts the row of a file of a case. */
export async function insertAttachment(
  tx: Tx,
  caseId: number,
  author: FileAuthor,
  upload: Upload,
  config: FileConfig,
): Promise<Attachment> {
  const fileId = await rememberFile(tx, upload, config)
  const { rows } = await sql<{ attachment: Attachment }>`
    with f as (
      ${insertAttachmentRow({ caseId, fileId, author }, upload)}
    )
    select ${json} as attachment from f join users u on u.id = f.author_id`.execute(tx)
  return rows[0]!.attachment
}

/** A file of the case, or undefined. */
export async function findAttachment(
  db: Database | Tx,
  caseId: number,
  id: string,
): Promise<StoredAttachment | undefined> {
  if (!/^[0-9]{1,15}$/.test(id)) return undefined
  const { rows } = await sql<StoredAttachment>`
    select id, filename, size, digest, media_type as "mediaType", is_picture as "isPicture", case when author_name is null then author_id end as "authorId", created_at as "createdAt"
    from case_attachments where id = ${id} and case_id = ${caseId}`.execute(db)
  return rows[0]
}
