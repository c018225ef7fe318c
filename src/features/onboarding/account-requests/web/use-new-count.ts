import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { accountRequestsChanged, countAccountRequests, listAccountRequests } from '../contract.ts'

/** How many requests nobody has decided yet, live; with it every list of them on screen is asked for again. */
export function useNewCount(): { count: number } | null {
  const { data } = useQueryOf(countAccountRequests, {})
  useTopic(accountRequestsChanged, {}, () => void refresh(countAccountRequests, listAccountRequests))
  return data ? { count: data.requestCounters.NEW } : null
}
