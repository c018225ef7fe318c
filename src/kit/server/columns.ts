import type { Selectable } from 'kysely'
import type { DB } from '#database/schema.generated.ts'

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name

/** The names of a table's columns in the product: `accountId` for `account_id`. */
export type MemberOf<Table extends keyof DB> = Camel<keyof DB[Table] & string>

/** These columns of a row, with the types that the schema gives them, under their names in the product. */
export type RowOf<Table extends keyof DB, Members extends MemberOf<Table>> = {
  readonly [Column in keyof Selectable<DB[Table]> & string as Extract<Camel<Column>, Members>]: Selectable<
    DB[Table]
  >[Column]
}

/** The column of a member: `account_id` for `accountId`. */
export function columnOf(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Columns of a table that a statement calls `alias`, to select: `c.key, c.account_id as "accountId"`. */
export function selectedColumns<Table extends keyof DB>(
  alias: string,
  _table: Table,
  members: readonly MemberOf<Table>[],
): string {
  return members.map((member) => `${alias}.${columnOf(member)} as "${member}"`).join(', ')
}

/** The same as members of `json_build_object`: `'key', c.key, 'accountId', c.account_id`. */
export function jsonMembers<Table extends keyof DB>(
  alias: string,
  _table: Table,
  members: readonly MemberOf<Table>[],
): string {
  return members.map((member) => `'${member}', ${alias}.${columnOf(member)}`).join(', ')
}

/** Values by the names of their columns, for `insert` and `update`; those that are undefined are left out. */
export function columnValues<Table extends keyof DB, Values extends { readonly [Member in MemberOf<Table>]?: unknown }>(
  _table: Table,
  values: Values,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([member, value]) => (value === undefined ? [] : [[columnOf(member), value]])),
  )
}
