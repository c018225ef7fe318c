import type { inventorySheets } from '../../contract.ts'

/** The columns of each sheet as CSV, in their order. */
export const sheetColumns: Readonly<Record<(typeof inventorySheets)[number], readonly string[]>> = {
  summary: [
    ...(['deployment', 'version', 'softwareVersion', 'clusters', 'ccaps', 'rpds', 'rpsPorts', 'macDomains'] as const),
    ...([
      'modemsTotal',
      'modemsOnline',
      'cmCountCn',
      'cmCountCnD31',
      'cmCountNonCn',
      'cmCountD31',
      'onuCount',
    ] as const),
    ...(['excludedFromTotal', 'collectedAt', 'missing'] as const),
  ],
  modems: ['deployment', 'vendor', 'model', 'firmware', 'docsisVersion', 'count'],
  rpds: [
    ...(['deployment', 'cluster', 'ccap', 'rpd', 'node', 'kind', 'model', 'serial', 'version', 'up'] as const),
    ...(['lastStart', 'temperature'] as const),
  ],
  macDomains: [
    ...(['deployment', 'cluster', 'ccap', 'rpd', 'md', 'usChannels', 'dsChannels', 'usOfdma', 'dsOfdm'] as const),
    ...(['usCapacity', 'dsCapacity', 'modems'] as const),
  ],
  onus: ['deployment', 'olt', 'ponPort', 'technology', 'count', 'online'],
  changes: ['deployment', 'what', 'object', 'field', 'before', 'after'],
}
