import type { CsvColumn } from '#kit/server/list/csv.ts'
import type { ReplyOf } from '#kit/server/serve/request-context.ts'
import type { ComponentDifference, listSbomLicenses, SbomComponent, SbomMatch } from '../contract.ts'

/** The columns of the components of a bundle as CSV. */
export const componentColumns: readonly CsvColumn<SbomComponent>[] = [
  { heading: 'Name', cell: ({ name }) => name },
  { heading: 'Version', cell: ({ version }) => version },
  { heading: 'License', cell: ({ license }) => license },
  { heading: 'Kind of license', cell: ({ licenseKind }) => licenseKind },
  { heading: 'Purl', cell: ({ purl }) => purl },
  { heading: 'SBOM', cell: ({ sbom }) => sbom },
]

export const licenseColumns: readonly CsvColumn<ReplyOf<typeof listSbomLicenses>['_embedded']['licenses'][number]>[] = [
  { heading: 'License', cell: ({ license }) => license },
  { heading: 'Kind', cell: ({ kind }) => kind },
  { heading: 'Components', cell: ({ components }) => components },
]

export const differenceColumns: readonly CsvColumn<ComponentDifference>[] = [
  { heading: 'Name', cell: ({ name }) => name },
  { heading: 'Change', cell: ({ kind }) => kind },
  { heading: 'Version before', cell: ({ versionBefore }) => versionBefore },
  { heading: 'Version', cell: ({ version }) => version },
  { heading: 'License before', cell: ({ licenseBefore }) => licenseBefore },
  { heading: 'License', cell: ({ license }) => license },
]

/** The columns of a search as CSV: a row for each account, so that a spreadsheet can filter by it. */
export const matchColumns: readonly CsvColumn<MatchRow>[] = [
  { heading: 'Bundle', cell: ({ match }) => match.bundle.name },
  { heading: 'Status', cell: ({ match }) => match.bundle.status },
  { heading: 'Component', cell: ({ match }) => match.component.name },
  { heading: 'Version', cell: ({ match }) => match.component.version },
  { heading: 'License', cell: ({ match }) => match.component.license },
  { heading: 'Purl', cell: ({ match }) => match.component.purl },
  { heading: 'Account', cell: ({ account }) => account?.displayName },
  { heading: 'Release', cell: ({ account }) => account?.releaseName },
  { heading: 'State', cell: ({ account }) => account?.state },
  { heading: 'Gone since', cell: ({ match }) => match.goneSince?.name },
]

type MatchRow = { readonly match: SbomMatch; readonly account: SbomMatch['accounts'][number] | undefined }

/** One row for each account of a match, or one without an account. */
export function matchRows(match: SbomMatch): MatchRow[] {
  if (match.accounts.length === 0) return [{ match, account: undefined }]
  return match.accounts.map((account) => ({ match, account }))
}
