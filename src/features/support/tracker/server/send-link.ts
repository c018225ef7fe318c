import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { enqueueConnectionMessage } from '#features/platform/connections/server/index.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { hasUndelivered } from './issue-store.ts'
import { findSentCase, type SentCase } from './sent-case.ts'
import type { Sending, Side } from './side.ts'
import { type LinkChange, trackerMessages } from './tracker-messages.ts'

/** How often the issue of the other case is searched, and the time between. */
const LOOKS = 20
const LOOK_MS = 250

/** Brings a link between two cases of the account to their issues: made or removed, as it is here now. */
export async function sendLink(sending: Sending, { kind, otherKey }: LinkChange): Promise<void> {
  const { portal, connection, tracker, sent: sentCase, trackerId, project } = sending
  const { rows } = await sql<{ id: number; isLinked: boolean }>`
    select o.id, exists (select from case_links l where l.kind = ${kind} and ((l.case_id = ${sentCase.id} and l.other_id = o.id)
      or (l.kind = 'RELATES_TO' and l.case_id = o.id and l.other_id = ${sentCase.id}))) as "isLinked"
    from cases o where o.key = ${otherKey} and o.account_id = ${project.accountId}`.execute(portal.db)
  const otherRow = rows[0]
  const other = otherRow && (await findSentCase(portal.db, connection, otherRow.id))
  // A case of another account, or an internal one, is not in this tracker.
  if (!otherRow || !other) return
  const otherId = await issueOfOther(sending, other)
  if (otherRow.isLinked) await tracker.link(trackerId, kind, otherId)
  else await tracker.unlink(trackerId, kind, otherId)
}

/** The issue of the other case. Only the messages of that case create it: two at once would create two. */
export async function issueOfOther({ portal, connection }: Side, other: SentCase): Promise<string> {
  if (other.trackerId !== null) return other.trackerId
  await inTransaction(portal.db, async (tx) => {
    if (await hasUndelivered(tx, connection, other.key)) return
    const content = { caseId: other.id }
    await enqueueConnectionMessage(tx, connection, trackerMessages.create, { subject: other.key, content })
  })
  for (let look = 0; look < LOOKS; look += 1) {
    await sleep(LOOK_MS)
    const sentCase = await findSentCase(portal.db, connection, other.id)
    if (sentCase?.trackerId) return sentCase.trackerId
  }
  throw new IntegrationError(`${other.key} is not in the tracker yet. The link waits for it.`, { fault: 'failing' })
}
