import { useEveryOf } from '#kit/web/data/every.ts'
import { type CustomerComment, type InternalComment, listComments, listInternalComments } from '../contract.ts'

/** A comment of either kind; the kind decides who can see it. */
export type AnyComment = CustomerComment | InternalComment

/** The comments of a case; the internal ones only for users who may see them. */
export function useComments(issueKey: string, seesInternal: boolean) {
  const query = { issueKey, size: 1000 }
  const customer = useEveryOf<CustomerComment>(listComments, { query })
  const internal = useEveryOf<InternalComment>(listInternalComments, { query }, { enabled: seesInternal })
  const comments: readonly AnyComment[] = [...(customer.rows ?? []), ...(internal.rows ?? [])]
  return {
    comments,
    ready: customer.rows !== undefined && (!seesInternal || internal.rows !== undefined),
    error: customer.error ?? internal.error,
  }
}
