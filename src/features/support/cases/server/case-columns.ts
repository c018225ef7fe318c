import type { CsvColumn } from '#kit/server/list/csv.ts'
import type { CaseRow } from '../contract.ts'

/** Columns of the list of cases as CSV. */
export const caseColumns: readonly CsvColumn<CaseRow>[] = [
  { heading: 'Key', cell: (row) => row.key },
  { heading: 'Account', cell: (row) => row.account },
  { heading: 'Type', cell: (row) => row.type },
  { heading: 'Status', cell: (row) => row.status },
  { heading: 'Priority', cell: (row) => row.priority },
  { heading: 'Subject', cell: (row) => row.subject },
  { heading: 'Product', cell: (row) => row.product },
  { heading: 'Version', cell: (row) => row.productVersion },
  { heading: 'Labels', cell: (row) => row.labels.join(' ') },
  { heading: 'Reporter', cell: (row) => row.reporter.fullName },
  { heading: 'Assignee', cell: (row) => row.assignee?.fullName },
  { heading: 'Comments', cell: (row) => row.commentCount },
  { heading: 'Due', cell: (row) => row.due },
  { heading: 'Created', cell: (row) => row.created },
  { heading: 'Updated', cell: (row) => row.updated },
  { heading: 'Resolved', cell: (row) => row.resolved },
]
