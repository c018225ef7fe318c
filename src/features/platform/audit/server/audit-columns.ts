import type { CsvColumn } from '#kit/server/list/csv.ts'
import type { AuditEntry } from '../contract.ts'

/** Columns of the audit log as CSV. */
export const auditColumns: readonly CsvColumn<AuditEntry>[] = [
  { heading: 'Number', cell: (entry) => entry.seq },
  { heading: 'Time (UTC)', cell: (entry) => entry.at },
  { heading: 'Event', cell: (entry) => entry.name },
  { heading: 'Account', cell: (entry) => entry.account },
  { heading: 'Subject', cell: (entry) => entry.subjectId },
  { heading: 'By', cell: (entry) => entry.by?.fullName },
  { heading: 'Impersonated by', cell: (entry) => entry.impersonatedBy },
  { heading: 'User concerned', cell: (entry) => entry.whom },
  { heading: 'Details', cell: (entry) => JSON.stringify(entry.data) },
  { heading: 'Request', cell: (entry) => entry.requestId },
  { heading: 'Address', cell: (entry) => entry.address },
]
