import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { isoJson } from '#kit/server/sql-text.ts'
import type { Build } from '../contract.ts'

/** Of longer console output the end is kept. */
const LONGEST_LOG = 200_000

export type BuildState = Build['state']

/** A build as the follower of builds needs it. */
export type StoredBuild = {
  readonly id: number
  readonly account: string
  readonly state: BuildState
  readonly queueItem: number | null
  readonly number: number | null
  readonly offset: number
  readonly isOld: boolean
}

/** A build as JSON, of the row `b`. */
export const buildJson = sql<Build>`json_build_object('id', b.id::text, 'state', b.state, 'parameters', b.parameters,
  'queueItem', b.queue_item, 'number', b.number, 'url', b.url, 'error', b.error, 'created', ${sql.raw(isoJson('b.created_at'))},
  'queued', ${sql.raw(isoJson('b.queued_at'))}, 'started', ${sql.raw(isoJson('b.started_at'))}, 'ended', ${sql.raw(isoJson('b.ended_at'))})`

/** Records that a build is wanted. */
export async function insertBuild(tx: Tx, accountId: number, parameters: object): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into builds (account_id, parameters) values (${accountId}, ${JSON.stringify(parameters)}::jsonb) returning id`.execute(
    tx,
  )
  return rows[0]!.id
}

/** One build. */
export async function findBuild(db: Database | Tx, id: number): Promise<StoredBuild | undefined> {
  const { rows } = await sql<StoredBuild>`
    select b.id, a.name as account, b.state, b.queue_item as "queueItem", b.number, b.log_offset as "offset",
      b.created_at < now() - interval '24 hours' as "isOld"
    from builds b join accounts a on a.id = b.account_id where b.id = ${id}`.execute(db)
  return rows[0]
}

/** The build system has accepted the request. */
export async function storeQueueItem(tx: Tx, id: number, item: number): Promise<void> {
  await sql`update builds set state = 'QUEUED', queue_item = ${item}, queued_at = now() where id = ${id} and state = 'WAITING'`.execute(
    tx,
  )
}

/** The build has begun. */
export async function storeNumber(tx: Tx, id: number, { number, url }: { number: number; url: string | null }) {
  await sql`update builds set state = 'RUNNING', number = ${number}, url = ${url}, started_at = now() where id = ${id} and state = 'QUEUED'`.execute(
    tx,
  )
}

/** Appends console output that was read from `offset` on; a piece that was stored before is left out. */
export async function appendLog(tx: Tx, id: number, piece: { offset: number; next: number; text: string }) {
  await sql`
    update builds set log = right(log || ${piece.text.replaceAll('\0', '')}, ${LONGEST_LOG}), log_offset = ${piece.next}
    where id = ${id} and log_offset = ${piece.offset}`.execute(tx)
}

/** The build has ended, or will not begin. */
export async function endBuild(tx: Tx, id: number, state: 'SUCCEEDED' | 'FAILED' | 'CANCELLED', error: string | null) {
  await sql`update builds set state = ${state}, error = ${error}, ended_at = now() where id = ${id} and ended_at is null`.execute(
    tx,
  )
}
