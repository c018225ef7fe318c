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
  /** Counts a comment that was moved to this side. */
  async countMoved(tx: Tx, caseId: number): Promise<void> {
    await sql`update cases set comment_count = comment_count + 1 where id = ${caseId}`.execute(tx)
  },
  /** Deletes a comment from its case. */
  async remove(tx: Tx, caseId: number, id: number): Promise<void> {
    await sql`delete from case_comments where id = ${id}`.execute(tx)
    await sql`update cases set comment_count = comment_count - 1 where id = ${caseId}`.execute(tx)
  },
}
