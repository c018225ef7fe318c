import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { accountRequestsChanged, countAccountRequests, listAccountRequests } from '../contract/request-list.ts'

/** The number of undecided requests, live; each change refetches every list of them on screen. */
export function useNewCount(): { count: number } | null {
  const { data } = useQueryOf(countAccountRequests, {})
  useTopic(accountRequestsChanged, {}, () => void refresh(countAccountRequests, listAccountRequests))
  return data ? { count: data.requestCounters.NEW } : null
}
