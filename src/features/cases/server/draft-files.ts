import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { refuseField } from '#kit/server/refusal.ts'

/** Makes files of the person's draft files of the case, and empties the draft. Answers their names. */
export async function takeDraftFiles(
  tx: Tx,
  { caseId, accountId, personId }: { caseId: number; accountId: number; personId: number },
  wanted: readonly string[],
): Promise<string[]> {
  const ids = [...new Set(wanted)]
  const { rows } = await sql<{ filename: string }>`
    with taken as (
      delete from case_draft_files where user_id = ${personId} and account_id = ${accountId}
      returning id, file_id, filename, size, media_type, is_picture, digest
    ), emptied as (
      delete from case_drafts where user_id = ${personId} and account_id = ${accountId}
    )
    insert into case_attachments (case_id, file_id, filename, size, media_type, is_picture, digest, author_id)
    select ${caseId}, file_id, filename, size, media_type, is_picture, digest, ${personId} from taken
    where id::text = any(${ids}::text[]) order by id returning filename`.execute(tx)
  if (rows.length < ids.length) refuseField('draftFileIds', 'must be files of your draft for this account')
  return rows.map(({ filename }) => filename)
}
