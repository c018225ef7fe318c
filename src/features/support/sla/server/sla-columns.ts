import type { CsvColumn } from '#kit/server/list/csv.ts'
import type { SlaStat } from '../contract.ts'
import { slaFamilies } from '../contract.ts'

/** The columns of the SLA months as CSV. */
export const slaColumns: readonly CsvColumn<SlaStat>[] = [
  { heading: 'Month', cell: (row) => row.yearMonth },
  { heading: 'Account', cell: (row) => row.account },
  { heading: 'Time zone', cell: (row) => row.timeZone },
  { heading: 'Minutes', cell: (row) => row.minutesInMonth },
  { heading: 'Devices', cell: (row) => row.totalDeviceCount },
  { heading: 'Preliminary', cell: (row) => row.preliminary },
  { heading: 'Revision', cell: (row) => row.revision },
  ...(['vendor', 'nonVendor', 'blended'] as const).flatMap((view): CsvColumn<SlaStat>[] => [
    { heading: `${view} modem-minutes lost`, cell: (row) => row[view].lostModemMinutes },
    { heading: `${view} availability %`, cell: (row) => row[view].availability },
    ...slaFamilies.map((family) => ({
      heading: `${view} ${family} availability %`,
      cell: (row: SlaStat) => row[view].families[family].availability,
    })),
  ]),
]
