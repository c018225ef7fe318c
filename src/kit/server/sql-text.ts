import { type RawBuilder, sql } from 'kysely'

/** An SQL expression for a time column as JSON shows it: RFC 3339 in UTC with milliseconds. */
export function isoJson(column: string): string {
  return `to_char((${column}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** `isoJson` as a part of a query; `column` is text of the code, never of a caller. */
export function isoSql(column: string): RawBuilder<string> {
  return sql.raw(isoJson(column))
}

/** A search text for `like` and `ilike`, with `%`, `_` and `\` escaped. */
export function likeText(searchText: string): string {
  return searchText.replaceAll(/[\\%_]/g, '\\$&')
}
