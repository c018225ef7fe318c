import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from '#database/schema.generated.ts'
import { preparingTransactions } from './prepared.ts'

/** The database as queries see it. */
export type Database = Kysely<DB>
/** A running transaction: what every verb writes through. */
export type Tx = Transaction<DB>

pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A pool of connections and the query builder on it; `close` waits for running queries. */
export type Connections = { readonly pool: pg.Pool; readonly db: Database; close(): Promise<void> }

/**
 * Opens the database. Connections are made when first needed; one that breaks while idle is replaced without a word,
 * one that breaks in use fails its query (answered 503, see `isDatabaseDown`).
 */
export function openDatabase(url: string, { size = 10 }: { size?: number } = {}): Connections {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    application_name: 'headend',
  })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const dialect = new PostgresDialect({ pool: preparingTransactions(pool) })
  return { pool, db: new Kysely<DB>({ dialect }), close: () => pool.end() }
}

const downCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', '53100', '53200', '53300'])

/** Whether the failure means that the database cannot be reached or cannot write just now (a lost connection, a full disk). */
export function isDatabaseDown(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false
  const code = 'code' in failure ? String(failure.code) : ''
  if (downCodes.has(code) || code.startsWith('08') || code.startsWith('57P') || code === '25006') return true
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    failure.message,
  )
}

/** SQLSTATE of a failed query, or undefined for any other failure. */
export function sqlState(failure: unknown): string | undefined {
  return failure instanceof pg.DatabaseError ? failure.code : undefined
}
