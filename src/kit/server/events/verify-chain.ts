import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { type ChainedRow, chainedColumns, linkOf } from './chain.ts'
import type { Checkpoint } from './checkpoints.ts'

/** The result of a check of the chain. `broken` names the first wrong link. */
export type ChainReport = {
  readonly checked: number
  readonly waiting: number
  readonly broken?: { readonly seq: number; readonly why: string }
}

const BATCH = 5_000

/**
 * Checks the chain after a place, the whole of it unless given: every event in its place with the right hash, the head
 * where it should be, every checkpoint met. Checkpoints are outside the database, so a chain that was rewritten as a
 * whole is detected too.
 */
export async function verifyChain(db: Database, checkpoints: readonly Checkpoint[], after = 0): Promise<ChainReport> {
  const marks = new Map(checkpoints.filter((mark) => mark.seq > after).map((mark) => [mark.seq, mark.hash]))
  // Read first: a running portal appends more in the meantime.
  const head = await sql<{ seq: number; hash: Buffer; waiting: number }>`
    select seq, hash, (select count(*) from events where seq is null) as waiting from event_chain`.execute(db)
  const { seq: headSeq, hash: headHash, waiting } = head.rows[0]!
  const { seq, hash, broken } = await verifyLinks(db, { after, to: headSeq, marks })
  if (broken) return { checked: seq, waiting: 0, broken }
  const lastMark = Math.max(0, ...marks.keys())
  if (lastMark > seq) return brokenAt(seq, seq + 1, `events up to ${lastMark} are missing: a checkpoint contains them`)
  if (headSeq !== seq || !headHash.equals(hash)) return brokenAt(seq, seq + 1, 'the last events are missing')
  const last = await sql<{ isHead: boolean }>`
    select (select coalesce(max(seq), 0) from events) = seq as "isHead" from event_chain`.execute(db)
  if (!last.rows[0]!.isHead) return brokenAt(seq, seq + 1, 'the last event is not the head of the chain')
  return { checked: seq, waiting }
}

/**
 * Computes the links of the events after a place, up to another, from the stored hash before them; returns how far they
 * are right, and the hash there.
 */
export async function verifyLinks(
  db: Database,
  { after, to, marks }: { after: number; to: number; marks?: ReadonlyMap<number, string> },
): Promise<{ readonly seq: number; readonly hash: Buffer; readonly broken?: ChainReport['broken'] }> {
  let seq = after
  let hash: Buffer = Buffer.alloc(32)
  if (after > 0) {
    const { rows } = await sql<{ hash: Buffer }>`select hash from events where seq = ${after}`.execute(db)
    if (!rows[0]) return { seq, hash, broken: { seq: after, why: 'the event is missing' } }
    hash = rows[0].hash
  }
  for (;;) {
    const { rows } = await sql<ChainedRow & { hash: Buffer }>`
      select ${sql.raw(chainedColumns)}, hash from events where seq > ${seq} and seq <= ${to} order by seq limit ${BATCH}`.execute(
      db,
    )
    for (const row of rows) {
      const broken = (why: string) => ({ seq, hash, broken: { seq: seq + 1, why } })
      if (row.seq !== seq + 1) return broken('the event is missing')
      const link = linkOf(hash, row.seq, row)
      if (!link.equals(row.hash)) return broken(`event ${row.id} (${row.name}) was changed`)
      const mark = marks?.get(row.seq)
      if (mark !== undefined && mark !== link.toString('hex'))
        return broken('it differs from the checkpoint stored outside the database')
      hash = link
      seq = row.seq
    }
    if (rows.length < BATCH) return { seq, hash }
  }
}

function brokenAt(checkedCount: number, seq: number, why: string): ChainReport {
  return { checked: checkedCount, waiting: 0, broken: { seq, why } }
}
