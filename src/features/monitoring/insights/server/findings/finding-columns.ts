import type { CsvColumn } from '#kit/server/list/csv.ts'
import type { Finding } from '../../contract.ts'

/** The columns of findings as CSV. */
export const findingColumns: readonly CsvColumn<Finding>[] = [
  { heading: 'Opened', cell: ({ openedAt }) => openedAt },
  { heading: 'Cleared', cell: ({ clearedAt }) => clearedAt },
  { heading: 'State', cell: ({ state }) => state },
  { heading: 'Severity', cell: ({ severity }) => severity },
  { heading: 'Insight', cell: ({ insightName }) => insightName },
  { heading: 'Deployment', cell: ({ deployment }) => deployment.displayName },
  { heading: 'Object', cell: ({ object }) => object },
  { heading: 'Value', cell: ({ value }) => value },
  { heading: 'Worst value', cell: ({ worst }) => worst },
  { heading: 'Unit', cell: ({ unit }) => unit },
  { heading: 'Acknowledged by', cell: ({ acknowledgement }) => acknowledgement?.by?.fullName },
  { heading: 'Reason', cell: ({ acknowledgement }) => acknowledgement?.reason },
  { heading: 'Case', cell: ({ caseKey }) => caseKey },
]
