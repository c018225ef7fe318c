import type { CsvColumn } from '#kit/server/list/csv.ts'
import type { OverviewRow } from '../contract.ts'

/** The columns of the download. */
export const overviewColumns: readonly CsvColumn<OverviewRow>[] = [
  { heading: 'Account', cell: ({ accountDisplayName }) => accountDisplayName },
  { heading: 'Product', cell: ({ product }) => product },
  { heading: 'Deployment type', cell: ({ deploymentType }) => deploymentType },
  { heading: 'Release', cell: ({ release }) => release.name },
  { heading: 'Bundle', cell: ({ bundle }) => bundle.name },
  { heading: 'Version', cell: ({ bundle }) => bundle.version },
  { heading: 'State', cell: ({ state }) => state },
  { heading: 'Assigned', cell: ({ assigned }) => assigned },
  { heading: 'Downloaded', cell: ({ downloaded }) => downloaded.at },
  { heading: 'Downloaded components', cell: ({ downloaded: { count, of } }) => `${count} of ${of}` },
  { heading: 'Deployed', cell: ({ deployed }) => deployed.at },
  { heading: 'Deployments with this version', cell: ({ deployed: { count, of } }) => `${count} of ${of}` },
  { heading: 'Running', cell: ({ running }) => running.join(' ') },
  { heading: 'Newest version', cell: ({ newest }) => newest?.version },
  { heading: 'Behind by', cell: ({ behind }) => behind },
]
