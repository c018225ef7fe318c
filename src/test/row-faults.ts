import type { Kinds, RowShape } from './row-shape.ts'

/** A column of a result as PostgreSQL describes it. */
export type Field = { readonly name: string; readonly dataTypeID: number }

/** What the driver makes of a type of PostgreSQL, by its OID; of others we know nothing. */
const kindOf: Readonly<Record<number, string>> = {
  ...kinds('boolean', 16),
  // int8 too: src/kit/server/database.ts reads it as a number.
  ...kinds('number', 20, 21, 23, 26, 700, 701),
  ...kinds(
    'string',
    18,
    19,
    25,
    790,
    829,
    869,
    1003,
    1042,
    1043,
    1083,
    1266,
    1560,
    1700,
    2950,
    3614,
    3904,
    3906,
    3908,
    3910,
    3912,
    3926,
  ),
  ...kinds('Date', 1082, 1114, 1184),
  ...kinds('Buffer', 17),
  ...kinds('array of boolean', 1000),
  ...kinds('array of number', 1005, 1007, 1021, 1022, 1028, 1231),
  // The driver reads the numbers of int8[] as texts.
  ...kinds('array of string', 1008, 1009, 1014, 1015, 1016, 2951),
  ...kinds('array of Date', 1115, 1182, 1185),
}

function kinds(kind: string, ...oids: readonly number[]): Record<number, string> {
  return Object.fromEntries(oids.map((oid) => [oid, kind]))
}

/** How the result of a statement differs from the row that its template asserts: missing members, values of another kind. */
export function rowFaults(row: RowShape, fields: readonly Field[], text: string): string[] {
  const returned = new Map(fields.map(({ name, dataTypeID }) => [name, kindOf[dataTypeID]]))
  return [...row].flatMap(([name, { kinds: asserted, isOptional }]) => {
    if (!returned.has(name)) return isOptional ? [] : [`${name} is not returned`]
    const kind = returned.get(name)
    // `null as name` is a text for PostgreSQL.
    if (kind === undefined || mayBe(asserted, kind) || new RegExp(`\\bnull as "?${name}\\b`).test(text)) return []
    return [`${name} is ${kind}`]
  })
}

function mayBe(asserted: Kinds, kind: string): boolean {
  // Of an array whose elements the source does not say, anything is right.
  return asserted === undefined || asserted.has(kind) || (kind.startsWith('array of ') && isOpen(asserted))
}

function isOpen(asserted: ReadonlySet<string>): boolean {
  return asserted.has('array') && ![...asserted].some((kind) => kind.startsWith('array of '))
}
