import { type Case, type ListedCase, readCase, searchCases } from '#features/support/cases/contract.ts'
import { queryClient } from '#kit/web/data/query.ts'

type Page = { _embedded: { issues: ListedCase[] } }

/** Changes a case in place in every list on this page, without moving the row. */
export function patchRow(key: string, part: Partial<ListedCase>): void {
  queryClient.setQueriesData<Page>({ queryKey: [searchCases.name] }, (page) => {
    if (!page?._embedded.issues.some((row) => row.key === key)) return page
    const issues = page._embedded.issues.map((row) => (row.key === key ? { ...row, ...part } : row))
    return { ...page, _embedded: { ...page._embedded, issues } }
  })
}

/** Stores the server's response for a case, in its own cache entry and in the lists. */
export function keepCase(fresh: Case): void {
  queryClient.setQueryData([readCase.name, { params: { key: fresh.key } }], fresh)
  const {
    status,
    priority,
    subject,
    assignee,
    updated: updatedAt,
    resolved: resolvedAt,
    outdated: isOutdated,
    version,
    isWatchedByCurrentUser,
  } = fresh
  patchRow(fresh.key, {
    status,
    priority,
    subject,
    assignee,
    updated: updatedAt,
    resolved: resolvedAt,
    outdated: isOutdated,
    version,
    isWatchedByCurrentUser,
  })
}
