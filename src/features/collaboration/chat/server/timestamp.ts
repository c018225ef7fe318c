import { type RawBuilder, sql } from 'kysely'

/** The microseconds of a timestamp that has passed its schema. */
export function microsecondsOf(timestamp: string): number {
  return Number(timestamp.replace('.', ''))
}

/** A timestamp of microseconds. */
export function timestampOf(microseconds: number): string {
  return `${Math.floor(microseconds / 1e6)}.${String(microseconds % 1e6).padStart(6, '0')}`
}

/** A number of microseconds in SQL as a timestamp. */
export function timestampSql(microseconds: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(${microseconds} / 1000000) || '.' || lpad((${microseconds} % 1000000)::text, 6, '0')`
}
