import type { CsvColumn } from '#kit/server/list/csv.ts'
import type { Bundle } from '../contract.ts'

/** Columns of bundles as CSV. */
export const bundleColumns: readonly CsvColumn<Bundle>[] = [
  { heading: 'ID', cell: ({ id }) => id },
  { heading: 'Name', cell: ({ name }) => name },
  { heading: 'Patch of', cell: ({ parentName }) => parentName },
  { heading: 'Product', cell: ({ product }) => product },
  { heading: 'Version', cell: ({ productVersion }) => productVersion },
  { heading: 'Deployment type', cell: ({ deploymentType }) => deploymentType },
  { heading: 'Containerized', cell: ({ isContainerized }) => isContainerized },
  { heading: 'Status', cell: ({ status }) => status },
  { heading: 'Reason', cell: ({ reason }) => reason },
  { heading: 'Components', cell: ({ figures }) => figures?.components },
  { heading: 'In storage', cell: ({ figures }) => figures?.inStorage },
  { heading: 'Bytes', cell: ({ figures }) => figures?.size },
  { heading: 'Releases', cell: ({ figures }) => figures?.releases },
  { heading: 'Created (UTC)', cell: ({ created }) => created },
  { heading: 'Created by', cell: ({ createdBy }) => createdBy?.fullName },
]
