import type pg from 'pg'
import Cursor from 'pg-cursor'

const TOGETHER = 200

/**
 * The rows of one statement, one after the other, for a download of any length: the database evaluates it once, and
 * stops when the reader stops.
 */
export async function* readByCursor<Row>(
  pool: pg.Pool,
  statement: { readonly sql: string; readonly parameters: readonly unknown[] },
): AsyncGenerator<Row> {
  const client = await pool.connect()
  // While a reader is slow, the statement stays open; the server ends a reader that reads nothing (60 s).
  await client.query(`set statement_timeout = '15min'`)
  const cursor = client.query(new Cursor<Row>(statement.sql, [...statement.parameters]))
  try {
    for (let rows = await cursor.read(TOGETHER); rows.length > 0; rows = await cursor.read(TOGETHER)) yield* rows
  } finally {
    await cursor.close().catch(() => undefined)
    const resetResult = await client.query('reset statement_timeout').catch((failure: Error) => failure)
    client.release(resetResult instanceof Error)
  }
}
