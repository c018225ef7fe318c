import type { CsvColumn } from '#kit/server/list/csv.ts'
import type { Account } from '../contract.ts'

/** Columns of the account list as CSV, with the plugins of each account. */
export const accountColumns = (plugins: ReadonlyMap<string, string>): readonly CsvColumn<Account>[] => [
  { heading: 'Name', cell: (account) => account.name },
  { heading: 'Display name', cell: (account) => account.displayName },
  { heading: 'Stage', cell: (account) => account.stage },
  { heading: 'Region', cell: (account) => account.region },
  { heading: 'Country', cell: (account) => account.country },
  { heading: 'Time zone', cell: (account) => account.timeZone },
  { heading: 'Parent', cell: (account) => account.parentAccount },
  { heading: 'Customer success manager', cell: (account) => account.csm?.fullName },
  { heading: 'Active', cell: (account) => account.active },
  { heading: 'Deployments', cell: (account) => account.deployments.length },
  { heading: 'Plugins', cell: (account) => plugins.get(account.id) },
  { heading: 'Open cases', cell: (account) => account.openCases },
  { heading: 'Open outages', cell: (account) => account.openOutages },
]
