import type { CsvColumn } from '#kit/server/list/csv.ts'
import type { BundleRelease } from '../contract.ts'

/** Columns of releases as CSV. */
export const releaseColumns: readonly CsvColumn<BundleRelease>[] = [
  { heading: 'ID', cell: ({ id }) => id },
  { heading: 'Name', cell: ({ name }) => name },
  { heading: 'Account', cell: ({ account }) => account },
  { heading: 'Bundle', cell: ({ bundleName }) => bundleName },
  { heading: 'Deployment type', cell: ({ deploymentType }) => deploymentType },
  { heading: 'Status', cell: ({ status }) => status },
  { heading: 'Components', cell: ({ components }) => components },
  { heading: 'Bytes', cell: ({ size }) => size },
  { heading: 'Downloaded', cell: ({ downloaded }) => downloaded },
  { heading: 'Created (UTC)', cell: ({ created }) => created },
  { heading: 'Created by', cell: ({ createdBy }) => createdBy.fullName },
  { heading: 'Approved by', cell: ({ approval }) => approval?.by },
  { heading: 'Rejected by', cell: ({ rejection }) => rejection?.by },
  { heading: 'Delivered (UTC)', cell: ({ delivered }) => delivered },
  { heading: 'Key', cell: ({ signature }) => signature?.keyId },
]
