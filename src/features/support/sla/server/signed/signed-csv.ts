import { type CsvColumn, csvText } from '#kit/server/list/csv.ts'
import { type SlaLine, type SlaReceipt, slaViews } from '../../contract.ts'

type Row = { readonly receipt: SlaReceipt; readonly line?: SlaLine }

/** A row for the month with its figures, then one for each outage. */
const columns: readonly CsvColumn<Row>[] = [
  { heading: 'Row', cell: ({ line }) => (line ? 'outage' : 'month') },
  { heading: 'Account', cell: ({ receipt }) => receipt.account },
  { heading: 'Month', cell: ({ receipt }) => receipt.yearMonth },
  { heading: 'Revision', cell: ({ receipt }) => receipt.revision },
  { heading: 'Time zone', cell: ({ receipt }) => receipt.timeZone },
  { heading: 'Outage', cell: ({ line }) => line?.key },
  { heading: 'Start', cell: ({ line, receipt }) => line?.started ?? receipt.begins },
  { heading: 'End', cell: ({ line, receipt }) => (line ? line.ended : receipt.ends) },
  { heading: 'Minutes', cell: ({ line, receipt }) => line?.countedMinutes ?? receipt.minutesInMonth },
  { heading: 'Modems', cell: ({ line, receipt }) => line?.totalCmsAffectedCounted ?? receipt.totalDeviceCount },
  { heading: 'Modem-minutes lost', cell: ({ line, receipt }) => (line ?? receipt.blended).lostModemMinutes },
  {
    heading: 'Minutes × modems where others were down already',
    cell: ({ line }) => line?.parts?.map(({ minutes, modems }) => `${minutes} × ${modems}`).join('; '),
  },
  { heading: 'Vendor issue', cell: ({ line }) => line?.isVendorIssue },
  { heading: 'Counted', cell: ({ line }) => line?.counted },
  { heading: 'Excluded because', cell: ({ line }) => line?.excludedBecause },
  ...slaViews.map(
    (view): CsvColumn<Row> => ({
      heading: `${view} availability %`,
      cell: ({ line, receipt }) => (line ? null : receipt[view].availability),
    }),
  ),
]

/** A revision of a month as CSV. */
export function signedCsv(receipt: SlaReceipt): Buffer {
  return Buffer.from(csvText(columns, [{ receipt }, ...receipt.outages.map((line) => ({ receipt, line }))]))
}
