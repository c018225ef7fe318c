import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'

type Line = { readonly key: string; readonly subject: string; readonly account: string }
/** Open cases of a user. */
export type CasesOfUser = { readonly assigned: Line[]; readonly reported: Line[]; readonly watched: Line[] }

const MOST = 200

/** The open cases that a user works on, reported, and watches; newest first, at most 200 of each. */
export async function casesOfUser(db: Database | Tx, userId: number): Promise<CasesOfUser> {
  const lines = async (condition: ReturnType<typeof sql>) => {
    const { rows } = await sql<Line>`
      select c.key, c.subject, a.name as account from cases c join accounts a on a.id = c.account_id
      where c.is_open and ${condition} order by c.updated_at desc limit ${MOST}`.execute(db)
    return rows
  }
  return {
    assigned: await lines(sql`c.assignee_id = ${userId}`),
    reported: await lines(sql`c.reporter_id = ${userId}`),
    watched: await lines(sql`c.id in (select case_id from case_watchers where user_id = ${userId})`),
  }
}
