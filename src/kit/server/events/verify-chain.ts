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
 * Checks the whole chain: every event in its place with the right hash, the head where it should be, every checkpoint
 * met. Checkpoints are outside the database, so a chain that was rewritten as a whole is detected too.
 */
export async function verifyChain(db: Database, checkpoints: readonly Checkpoint[]): Promise<ChainReport> {
  const marks = new Map(checkpoints.map((mark) => [mark.seq, mark.hash]))
  // Read first: a running portal appends more in the meantime.
  const head = await sql<{ seq: number; hash: Buffer; waiting: number }>`
    select seq, hash, (select count(*) from events where seq is null) as waiting from event_chain`.execute(db)
  const { seq: headSeq, hash: headHash, waiting } = head.rows[0]!
  let seq = 0
  let hash: Buffer = Buffer.alloc(32)
  for (;;) {
    const { rows } = await sql<ChainedRow & { hash: Buffer }>`
      select ${sql.raw(chainedColumns)}, hash from events where seq > ${seq} and seq <= ${headSeq} order by seq limit ${BATCH}`.execute(
      db,
    )
    for (const row of rows) {
      if (row.seq !== seq + 1) return brokenAt(seq, seq + 1, 'the event is missing')
      hash = linkOf(hash, row.seq, row)
      if (!hash.equals(row.hash)) return brokenAt(seq, row.seq, `event ${row.id} (${row.name}) was changed`)
      const mark = marks.get(row.seq)
      if (mark !== undefined && mark !== hash.toString('hex'))
        return brokenAt(seq, row.seq, 'it differs from the checkpoint stored outside the database')
      seq = row.seq
    }
    if (rows.length < BATCH) break
  }
  const lastMark = Math.max(0, ...marks.keys())
  if (lastMark > seq) return brokenAt(seq, seq + 1, `events up to ${lastMark} are missing: a checkpoint contains them`)
  if (headSeq !== seq || !headHash.equals(hash)) return brokenAt(seq, seq + 1, 'the last events are missing')
  const last = await sql<{ isHead: boolean }>`
    select (select coalesce(max(seq), 0) from events) = seq as "isHead" from event_chain`.execute(db)
  if (!last.rows[0]!.isHead) return brokenAt(seq, seq + 1, 'the last event is not the head of the chain')
  return { checked: seq, waiting }
}

function brokenAt(checkedCount: number, seq: number, why: string): ChainReport {
  return { checked: checkedCount, waiting: 0, broken: { seq, why } }
}
