import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from '#database/schema.generated.ts'
import { withPreparedStatements } from './prepared.ts'

/** The database as queries see it. */
export type Database = Kysely<DB>
/** A running transaction: every command writes through one. */
export type Tx = Transaction<DB>

pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A pool of connections and the query builder on it; `processId` names them, `close` waits for running queries. */
export type Connections = {
  readonly processId: string
  readonly pool: pg.Pool
  readonly db: Database
  close(): Promise<void>
}

/** The name of a process's connections in `pg_stat_activity`. */
export function applicationName(processId: string): string {
  return `headend ${processId}`
}

/**
 * PostgreSQL time limits for the portal's queries, in milliseconds: a statement, waiting for a lock, and an idle
 * transaction. A process that is stopped or cut off in a transaction holds its locks for the last of them.
 */
export const timeLimits = {
  statement_timeout: 15_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 10_000,
} as const

/**
 * Opens the database. Connections are made when first needed; one that breaks while idle is replaced silently, one that
 * breaks in use fails its query (status 503, see `isDatabaseDown`). `limited: false` is for the command line, whose
 * work has no time limit.
 */
export function openDatabase(
  url: string,
  { size = 10, limited = true }: { size?: number; limited?: boolean } = {},
): Connections {
  const processId = randomBytes(6).toString('hex')
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: applicationName(processId),
    ...(limited ? timeLimits : {}),
  })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const dialect = new PostgresDialect({ pool: withPreparedStatements(pool) })
  return { processId, pool, db: new Kysely<DB>({ dialect }), close: () => pool.end() }
}

/** Removes the time limits for the rest of this transaction: loading a demo, removing old data. */
export async function liftTimeLimits(tx: Tx): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '300000', true)`.execute(tx)
}

const downCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', '53100', '53200', '53300'])
/** A lock or a statement that took longer than `timeLimits`, and a transaction that was idle for too long. */
const limitCodes = ['55P03', '57014', '25P03']

/**
 * Whether the failure means that the database cannot be reached, cannot write or takes too long at the moment (a lost
 * connection, a full disk, a lock).
 */
export function isDatabaseDown(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false
  const code = 'code' in failure ? String(failure.code) : ''
  if (
    downCodes.has(code) ||
    code.startsWith('08') ||
    code.startsWith('57P') ||
    code === '25006' ||
    limitCodes.includes(code)
  )
    return true
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    failure.message,
  )
}

/** SQLSTATE of a failed query, or undefined for any other failure. */
export function sqlState(failure: unknown): string | undefined {
  return failure instanceof pg.DatabaseError ? failure.code : undefined
}
