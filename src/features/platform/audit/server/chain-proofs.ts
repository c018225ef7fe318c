import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { type Checkpoint, checkpointFile, ForgedCheckpoint, readCheckpoints } from '#kit/server/events/checkpoints.ts'
import { verifyChain, verifyLinks } from '#kit/server/events/verify-chain.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { ChainState, EntryProof } from '../contract.ts'

/** The newest links that the page computes again; `headend audit verify` computes all. */
const NEWEST = 5_000
/** The most links between an entry and its checkpoint. */
const BETWEEN = 20_000
const LASTS_MS = 10_000

/** Proofs of single entries and of the newest part of the chain, with the checkpoints outside of the database. */
export class ChainProofs {
  readonly #db: Database
  readonly #config: AppContext['config']
  #newest: { readonly until: number; readonly state: Promise<ChainState> } | undefined
  #read: { readonly version: string; readonly marks: Promise<Checkpoint[]> } | undefined

  constructor(db: Database, config: AppContext['config']) {
    this.#db = db
    this.#config = config
  }

  /** Computes the newest links again and compares every checkpoint with the entry it was taken of; once in ten seconds. */
  checkNewest(): Promise<ChainState> {
    if (!this.#newest || this.#newest.until < Date.now())
      this.#newest = { until: Date.now() + LASTS_MS, state: this.#readNewest() }
    return this.#newest.state
  }

  async #readNewest(): Promise<ChainState> {
    const marks = await this.#checkpoints()
    const last = marks?.at(-1)
    const { rows } = await sql<{ head: number; wrong: number | null }>`
      select (select seq from event_chain) as head, (select min(m.seq) from unnest(${marks?.map(({ seq }) => seq) ?? []}::bigint[],
        ${marks?.map(({ hash }) => hash) ?? []}::text[]) m (seq, hash) left join events e on e.seq = m.seq
        where m.seq > 0 and e.hash is distinct from decode(m.hash, 'hex'))::int as wrong`.execute(this.#db)
    const { head, wrong } = rows[0]!
    const after = Math.max(0, head - NEWEST)
    const report = await verifyChain(this.#db, marks ?? [], after)
    const brokenAt = wrong ?? report.broken?.seq ?? null
    return {
      state: brokenAt !== null ? 'BROKEN' : marks ? 'INTACT' : 'FORGED',
      from: Math.min(after + 1, report.checked),
      to: report.checked,
      waiting: report.waiting,
      brokenAt,
      checkpoints: marks?.length ?? 0,
      lastCheckpoint: last ? { seq: last.seq, at: last.at } : null,
    }
  }

  /** What the chain says of the entry at this place. */
  async proofOf(seq: number | null): Promise<EntryProof> {
    if (seq === null) return { state: 'WAITING', checkpoint: null, hash: null, hashBefore: null }
    const mark = (await this.#checkpoints())?.find((one) => one.seq >= seq)
    const isNear = mark !== undefined && mark.seq - seq <= BETWEEN
    const links = await verifyLinks(this.#db, { after: seq - 1, to: isNear ? mark.seq : seq })
    const isRight = links.broken === undefined && (!isNear || links.hash.toString('hex') === mark.hash)
    return {
      state: !isRight ? 'BROKEN' : isNear ? 'PROVEN' : 'LINKED',
      checkpoint: mark ? { seq: mark.seq, at: mark.at } : null,
      ...(await this.#hashesAt(seq)),
    }
  }

  async #hashesAt(seq: number) {
    const { rows } = await sql<{ hash: string | null; hashBefore: string | null }>`
      select (select encode(hash, 'hex') from events where seq = ${seq}) as hash,
        (select encode(hash, 'hex') from events where seq = ${seq - 1}) as "hashBefore"`.execute(this.#db)
    return rows[0]!
  }

  /** The checkpoints, read again when their file has changed; undefined where one is not signed by this portal. */
  async #checkpoints(): Promise<Checkpoint[] | undefined> {
    const file = checkpointFile(this.#config.dataDirectory)
    const version = await stat(file).then(
      ({ mtimeMs, size }) => `${mtimeMs} ${size}`,
      () => '',
    )
    if (this.#read?.version !== version) this.#read = { version, marks: readCheckpoints(file, this.#config) }
    try {
      return await this.#read.marks
    } catch (failure) {
      if (failure instanceof ForgedCheckpoint) return undefined
      throw failure
    }
  }
}
