import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A column of a CSV export: its heading and the cell of a row. */
export type CsvColumn<Row> = {
  readonly heading: string
  cell(row: Row): string | number | boolean | Date | null | undefined
}

/** Whether the caller requested the list as CSV. */
export function wantsCsv(request: FastifyRequest): boolean {
  return request.headers.accept?.split(',').some((type) => type.trim().startsWith('text/csv')) ?? false
}

/** Streams rows as CSV (RFC 4180, UTF-8 with a mark for spreadsheets); back-pressure reaches the database cursor. */
export function sendCsv<Row>(
  reply: FastifyReply,
  filename: string,
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): FastifyReply {
  async function* lines() {
    yield headLine(columns)
    for await (const row of rows) yield rowLine(columns, row)
  }
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${filename}"`)
    .send(Readable.from(lines()))
}

/** Rows as CSV in one piece, as `sendCsv` writes them. */
export function csvText<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  return [headLine(columns), ...rows.map((row) => rowLine(columns, row))].join('')
}

function headLine<Row>(columns: readonly CsvColumn<Row>[]): string {
  return `\ufeff${columns.map(({ heading }) => csvCell(heading)).join(',')}\r\n`
}

function rowLine<Row>(columns: readonly CsvColumn<Row>[], row: Row): string {
  return `${columns.map((column) => csvCell(column.cell(row))).join(',')}\r\n`
}

/** What spreadsheets treat as the beginning of a formula, also after white space and as a fullwidth character. */
const formula = /^[\s\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/

/**
 * One cell: quoted where it must be for a comma, a semicolon or a tab as the separator, and never a formula (it gets an
 * apostrophe).
 */
export function csvCell(value: string | number | boolean | Date | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'string') return String(value)
  const safe = formula.test(value) ? `'${value}` : value
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
