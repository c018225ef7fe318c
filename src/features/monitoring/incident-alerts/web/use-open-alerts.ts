import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { alertsChanged, listAlerts } from '../contract/alert-list.ts'

/** How many alerts wait to be acknowledged, live. */
export function useOpenAlerts(): { count: number } | null {
  const { data } = useQueryOf(listAlerts, { query: { state: ['OPEN'], size: 1 } })
  useTopic(alertsChanged, {}, () => void refresh(listAlerts))
  return data ? { count: data.page.totalElements } : null
}
