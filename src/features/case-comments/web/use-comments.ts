import { useQueryOf } from '#kit/web/data/query.ts'
import { type CustomerComment, type InternalComment, listComments, listInternalComments } from '../contract.ts'

/** A comment of either kind; which one it is decides who ever sees it. */
export type AnyComment = CustomerComment | InternalComment

/** The comments of a case; the internal ones only for people who may see them. */
export function useComments(issueKey: string, seesInternal: boolean) {
  const query = { issueKey, size: 1000 }
  const customer = useQueryOf(listComments, { query })
  const internal = useQueryOf(listInternalComments, { query }, { enabled: seesInternal })
  const comments: readonly AnyComment[] = [
    ...(customer.data?._embedded.comments ?? []),
    ...(internal.data?._embedded.comments ?? []),
  ]
  return {
    comments,
    ready: customer.data !== undefined && (!seesInternal || internal.data !== undefined),
    error: customer.error ?? internal.error,
  }
}
