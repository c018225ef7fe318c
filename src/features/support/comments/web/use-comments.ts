import { type NewestEnd, useNewestOf } from '#kit/web/data/newest.ts'
import { type CustomerComment, type InternalComment, listComments, listInternalComments } from '../contract.ts'

/** A comment of either kind; the kind decides who can see it. */
export type AnyComment = CustomerComment | InternalComment

/** The newest comments of a kind that are read. */
export function newestComments(count: number): NewestEnd {
  return { count, sort: 'created', most: 1000 }
}

/**
 * The newest comments of a case, `count` of each kind; the internal ones only for users who may see them. `from` is the
 * time since which they are complete, undefined when all of them are there.
 */
export function useComments(issueKey: string, seesInternal: boolean, count: number) {
  const query = { issueKey }
  const end = newestComments(count)
  const customer = useNewestOf<CustomerComment>(listComments, { query }, end)
  const internal = useNewestOf<InternalComment>(listInternalComments, { query }, end, { enabled: seesInternal })
  const comments: readonly AnyComment[] = [...(customer.data ?? []), ...(internal.data ?? [])]
  const starts = [customer, internal].flatMap(({ hasMore, data: rows }) => (hasMore ? (rows?.[0]?.created ?? []) : []))
  return {
    comments,
    from: starts.sort().at(-1),
    ready: customer.data !== undefined && (!seesInternal || internal.data !== undefined),
    reading: customer.reading || internal.reading,
    error: customer.error ?? internal.error,
  }
}
