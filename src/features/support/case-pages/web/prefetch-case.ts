import { listAttachments } from '#features/support/attachments/contract.ts'
import { readCase, readCaseHistory } from '#features/support/cases/contract.ts'
import { listComments, listInternalComments } from '#features/support/comments/contract.ts'
import { newestComments } from '#features/support/comments/web/index.ts'
import { newestOf } from '#kit/web/data/newest.ts'
import { queryClient, queryOf } from '#kit/web/data/query.ts'
import { AT_FIRST, newestFiles, newestHistory } from './activity-ends.ts'

/** Reads a case and its parts ahead of time, so that moving to it in the list shows it at once. */
export function prefetchCase(key: string, seesInternal: boolean): void {
  const of = { query: { issueKey: key } }
  const comments = newestComments(AT_FIRST)
  void queryClient.prefetchQuery(queryOf(readCase, { params: { key } }))
  void queryClient.prefetchQuery(newestOf(listComments, of, comments))
  if (seesInternal) void queryClient.prefetchQuery(newestOf(listInternalComments, of, comments))
  void queryClient.prefetchQuery(newestOf(listAttachments, of, newestFiles(AT_FIRST)))
  void queryClient.prefetchQuery(newestOf(readCaseHistory, of, newestHistory(AT_FIRST)))
}
