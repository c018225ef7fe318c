import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import type { Upload } from '#kit/server/files/receive-upload.ts'

/** A user has one draft for each account. */
type Owner = { readonly userId: number; readonly accountId: number }

/** Stores the draft in place of the previous one. */
export async function saveDraftRow(tx: Tx, { userId, accountId }: Owner, draft: object): Promise<void> {
  await sql`
    insert into case_drafts (user_id, account_id, draft) values (${userId}, ${accountId}, ${JSON.stringify(draft)}::jsonb)
    on conflict (user_id, account_id) do update set draft = excluded.draft, updated_at = now()`.execute(tx)
}

/** Deletes the draft and its files, or those of all accounts. */
export async function deleteDraftRows(
  tx: Tx,
  { userId, accountId }: { readonly userId: number; readonly accountId?: number },
): Promise<void> {
  const whose = sql<boolean>`user_id = ${userId} and (${accountId ?? null}::bigint is null or account_id = ${accountId ?? null})`
  await tx.deleteFrom('case_draft_files').where(whose).execute()
  await tx.deleteFrom('case_drafts').where(whose).execute()
}

/** Adds a file to the draft; returns the `reply` of its row `f`. */
export async function insertDraftFileRow<Reply>(
  tx: Tx,
  { userId, accountId, fileId }: Owner & { readonly fileId: number },
  { filename, size, mediaType, isPicture, digest }: Upload,
  reply: RawBuilder<Reply>,
): Promise<Reply> {
  const { rows } = await sql<{ reply: Reply }>`
    insert into case_draft_files as f (user_id, account_id, file_id, filename, size, media_type, is_picture, digest)
    values (${userId}, ${accountId}, ${fileId}, ${filename}, ${size}, ${mediaType}, ${isPicture}, ${digest}) returning ${reply} as reply`.execute(
    tx,
  )
  return rows[0]!.reply
}

/** Removes a file from the draft; false when it is not there. */
export async function deleteDraftFileRow(tx: Tx, { userId, accountId }: Owner, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from case_draft_files where id::text = ${id} and user_id = ${userId} and account_id = ${accountId} returning id`.execute(
    tx,
  )
  return rows.length > 0
}

/**
 * Parts of a `with` that has the id of a new case in `filed`: the draft is emptied, and its files with the `wanted` ids
 * become those of the case, as `attached` (id, filename) in the order of their upload. With `keepsDraft` nothing is.
 */
export function draftFilesInto({
  userId,
  accountId,
  keepsDraft,
  wanted,
}: Owner & { readonly keepsDraft: boolean; readonly wanted: readonly string[] }): RawBuilder<unknown> {
  return sql`emptied as (
      delete from case_drafts where user_id = ${userId} and account_id = ${accountId} and ${!keepsDraft}
    ), taken as (
      delete from case_draft_files where user_id = ${userId} and account_id = ${accountId} and ${!keepsDraft}
      returning id, file_id, filename, size, media_type, is_picture, digest
    ), attached as (
      insert into case_attachments (case_id, file_id, filename, size, media_type, is_picture, digest, author_id)
      select filed.id, file_id, filename, size, media_type, is_picture, digest, ${userId} from filed, taken
      where taken.id::text = any(${[...wanted]}::text[]) order by taken.id returning id, filename
    )`
}
