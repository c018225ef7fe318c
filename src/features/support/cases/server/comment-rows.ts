import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'

/** Changes of the comments that both sides read, without the rules of who may make them. */
export const commentRows = {
  /** Gives a comment another text. */
  async edit(tx: Tx, id: number, body: string): Promise<void> {
    await sql`
      update case_comments set body = ${body}, version = version + 1, edited_at = clock_timestamp() where id = ${id}`.execute(
      tx,
    )
  },
  /** Copies an internal comment to this side; returns its id here, undefined when it is gone. */
  async insertMoved(tx: Tx, caseId: number, id: number): Promise<number | undefined> {
    const { rows } = await sql<{ id: number }>`
      insert into case_comments (case_id, author_id, author_name, body, created_at, edited_at, version)
      select case_id, author_id, author_name, body, created_at, edited_at, version from case_internal_comments where id = ${id} returning id`.execute(
      tx,
    )
    if (rows[0]) await sql`update cases set comment_count = comment_count + 1 where id = ${caseId}`.execute(tx)
    return rows[0]?.id
  },
  /** Deletes a comment from its case. Returns its text; undefined when it is gone already. */
  async remove(tx: Tx, caseId: number, id: number): Promise<string | undefined> {
    const { rows } = await sql<{ body: string }>`
      delete from case_comments where id = ${id} returning body`.execute(tx)
    if (rows[0]) await sql`update cases set comment_count = comment_count - 1 where id = ${caseId}`.execute(tx)
    return rows[0]?.body
  },
}
