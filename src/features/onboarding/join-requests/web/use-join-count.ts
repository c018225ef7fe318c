import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { joinRequestsChanged, listJoinRequests } from '../contract/join-request-list.ts'

/** The number of pending join requests, live. */
export function useJoinCount(): { count: number } | null {
  const { data } = useQueryOf(listJoinRequests, { query: { requestStatus: ['NEW'], size: 1 } })
  useTopic(joinRequestsChanged, {}, () => void refresh(listJoinRequests))
  return data ? { count: data.page.totalElements } : null
}
