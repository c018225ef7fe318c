import { sql } from 'kysely'
import type { Outgoing } from './outgoing.ts'
import { requireIssue } from './require-issue.ts'
import { findSentCase } from './sent-case.ts'
import type { Sending } from './side.ts'

/** Brings a link between two cases of the account to their issues: made or removed, as it is here now. */
export async function sendLink(
  sending: Sending,
  { kind, otherKey }: Extract<Outgoing, { operation: 'link' }>,
): Promise<void> {
  const { portal, connection, tracker, sent, trackerId, project } = sending
  const { rows } = await sql<{ id: number; isLinked: boolean }>`
    select o.id, exists (select from case_links l where l.kind = ${kind} and ((l.case_id = ${sent.id} and l.other_id = o.id)
      or (l.kind = 'RELATES_TO' and l.case_id = o.id and l.other_id = ${sent.id}))) as "isLinked"
    from cases o where o.key = ${otherKey} and o.account_id = ${project.accountId}`.execute(portal.db)
  const found = rows[0]
  const other = found && (await findSentCase(portal.db, connection, found.id))
  // A case of another account, or an internal one, is not in this tracker.
  if (!found || !other) return
  const otherId = await requireIssue(sending, other, true)
  if (found.isLinked) await tracker.link(trackerId, kind, otherId)
  else await tracker.unlink(trackerId, kind, otherId)
}
