import { listAttachments } from '#features/support/attachments/contract.ts'
import { readCase, readCaseHistory } from '#features/support/cases/contract.ts'
import { listComments, listInternalComments } from '#features/support/comments/contract.ts'
import { everyOf } from '#kit/web/data/every.ts'
import { queryClient, queryOf } from '#kit/web/data/query.ts'

/** Reads a case and its parts ahead of time, so that moving to it in the list shows it at once. */
export function prefetchCase(key: string, seesInternal: boolean): void {
  const query = { issueKey: key, size: 1000 }
  void queryClient.prefetchQuery(queryOf(readCase, { params: { key } }))
  void queryClient.prefetchQuery(everyOf(listComments, { query }))
  if (seesInternal) void queryClient.prefetchQuery(everyOf(listInternalComments, { query }))
  void queryClient.prefetchQuery(everyOf(listAttachments, { query }))
  void queryClient.prefetchQuery(everyOf(readCaseHistory, { query: { issueKey: key, size: 200 } }))
}
