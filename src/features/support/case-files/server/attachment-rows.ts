import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import type { Upload } from '#kit/server/files/receive-upload.ts'

/** Who added a file; `outsideName` is that of a user whom only an outside system knows. */
export type FileAuthor = { readonly id: number; readonly outsideName?: string | null }

/** A statement part that inserts a file of a case and returns its row. */
export function insertAttachmentRow(
  { caseId, fileId, author }: { caseId: number; fileId: number; author: FileAuthor },
  { filename, size, mediaType, isPicture, digest }: Upload,
): RawBuilder<unknown> {
  return sql`
    insert into case_attachments (case_id, file_id, filename, size, media_type, is_picture, digest, author_id, author_name)
    values (${caseId}, ${fileId}, ${filename}, ${size}, ${mediaType}, ${isPicture}, ${digest}, ${author.id}, ${author.outsideName ?? null}) returning *`
}

/** Deletes a file of a case. */
export async function deleteAttachmentRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('case_attachments').where('id', '=', id).execute()
}
