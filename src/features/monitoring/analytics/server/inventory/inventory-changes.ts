import type { InventoryChange } from '../../contract.ts'
import type { SheetRow, Sheets } from './inventory-sheets.ts'

/** What names a row of a sheet, and which of its fields are installed rather than measured. */
const comparedColumns = {
  modems: { key: ['vendor', 'model', 'firmware'], fields: [] },
  rpds: { key: ['ccap', 'rpd'], fields: ['node', 'kind', 'model', 'serial', 'version'] },
  macDomains: {
    key: ['ccap', 'rpd', 'md'],
    fields: ['usChannels', 'dsChannels', 'usOfdma', 'dsOfdm', 'usCapacity', 'dsCapacity'],
  },
  onus: { key: ['olt', 'ponPort'], fields: ['technology'] },
} as const
const summaryFields = [
  ...(['version', 'softwareVersion', 'clusters', 'ccaps', 'rpds', 'macDomains'] as const),
  ...(['modemsTotal', 'onuCount', 'excludedFromTotal'] as const),
]

/** What changed between two inventories: the summary first, then each sheet. */
export function changesBetween(before: Sheets, after: Sheets): InventoryChange[] {
  const [was, is] = [before.summary[0] ?? {}, after.summary[0] ?? {}]
  return [
    ...fieldChanges({ what: 'summary', object: '', fields: summaryFields }, was, is),
    ...(['rpds', 'macDomains', 'modems', 'onus'] as const).flatMap((what) =>
      rowChanges(what, before[what], after[what]),
    ),
  ]
}

function rowChanges(
  what: keyof typeof comparedColumns,
  before: readonly SheetRow[],
  after: readonly SheetRow[],
): InventoryChange[] {
  const { key, fields } = comparedColumns[what]
  const nameOf = (row: SheetRow) => key.map((field) => row[field]).join(' ')
  const rowByName = new Map(before.map((row) => [nameOf(row), row]))
  const changes: InventoryChange[] = []
  for (const row of after) {
    const object = nameOf(row)
    const old = rowByName.get(object)
    rowByName.delete(object)
    if (old) changes.push(...fieldChanges({ what, object, fields }, old, row))
    else changes.push({ what, object, field: '', before: null, after: object })
  }
  for (const object of rowByName.keys()) changes.push({ what, object, field: '', before: object, after: null })
  return changes
}

function fieldChanges(
  { what, object, fields }: Pick<InventoryChange, 'what' | 'object'> & { fields: readonly string[] },
  before: SheetRow,
  after: SheetRow,
): InventoryChange[] {
  return fields
    .filter((field) => (before[field] ?? null) !== (after[field] ?? null))
    .map((field) => ({ what, object, field, before: before[field] ?? null, after: after[field] ?? null }))
}
