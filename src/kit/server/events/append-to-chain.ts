import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import { type ChainedRow, linkOf } from './chain.ts'
import type { RecordedEvent } from './event.ts'

/** The last link of the chain. */
export type Head = { seq: number; hash: Buffer }

/** Appends events to the chain behind its locked head, and returns them with their place in it. */
export async function appendToChain(tx: Tx, head: Head, rows: readonly ChainedRow[]): Promise<RecordedEvent[]> {
  let { seq, hash } = head
  const links: { id: number; seq: number; hash: string }[] = []
  const events = rows.map((row) => {
    seq += 1
    hash = linkOf(hash, seq, row)
    links.push({ id: row.id, seq, hash: `\\x${hash.toString('hex')}` })
    return eventOf({ ...row, seq })
  })
  await sql`
    with chained as (
      update events set seq = link.seq, hash = link.hash
      from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as link(id bigint, seq bigint, hash bytea)
      where events.id = link.id
    )
    update event_chain set seq = ${seq}, hash = ${hash}`.execute(tx)
  return events
}

/** An event as its handlers get it. */
export function eventOf(row: ChainedRow): RecordedEvent {
  return {
    id: row.id,
    seq: row.seq,
    at: row.at,
    name: row.name,
    audience: row.audience,
    subject: row.subject,
    subjectId: row.subject_id,
    accountId: row.account_id,
    actorId: row.actor_id,
    actorName: row.actor_name,
    impersonatorId: row.impersonator_id,
    impersonatorName: row.impersonator_name,
    data: JSON.parse(row.data),
    requestId: row.request_id,
  }
}
