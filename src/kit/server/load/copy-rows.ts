import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import copy from 'pg-copy-streams'
import { map } from './each.ts'

/** The input for a column: null stays null, a list becomes an array, a date its moment. */
export type Value = string | number | boolean | Date | null | readonly string[]

const CHUNK = 65_536

/**
 * Loads rows into a table by COPY, as fast as PostgreSQL accepts them and with constant memory. Returns their number.
 * Identity columns get the values given here.
 */
export async function copyRows(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Value[]>,
): Promise<number> {
  const target = client.query(copy.from(`copy ${table} (${columns.join(', ')}) from stdin`))
  await pipeline(Readable.from(chunks(rows), { objectMode: false }), target)
  return target.rowCount
}

/**
 * The same from records, created at each call. The names of the first are the columns; all others have the same ones in
 * the same order.
 */
export async function copyRecords(
  client: pg.ClientBase,
  table: string,
  records: () => Iterable<Readonly<Record<string, Value>>>,
): Promise<number> {
  const [first] = records()
  return first ? copyRows(client, table, Object.keys(first), map(records(), Object.values<Value>)) : 0
}

/** Lines of COPY's text format, some thousands at once. */
function* chunks(rows: Iterable<readonly Value[]>): Iterable<string> {
  let text = ''
  for (const row of rows) {
    text += `${row.map(textOfValue).join('\t')}\n`
    if (text.length < CHUNK) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

function textOfValue(value: Value): string {
  if (value === null) return '\\N'
  if (typeof value === 'string') return escapeText(value)
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object') return escapeText(`{${value.map(element).join(',')}}`)
  return String(value)
}

function element(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escapeText(text: string): string {
  return text.replace(/[\\\n\r\t]/g, (character) => escapes[character]!)
}
