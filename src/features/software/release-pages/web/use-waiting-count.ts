import { bundleHistoryRecorded } from '#features/software/bundles/contract.ts'
import { listReleases } from '#features/software/releases/contract.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'

/** The number of releases that wait for approval or delivery, live. */
export function useWaitingCount(): { count: number } | null {
  const result = useQueryOf(listReleases, { query: { isApproved: false, isRejected: false, size: 1 } })
  useTopic(bundleHistoryRecorded, {}, (events) => {
    if (!events || events.name.startsWith('bundle.release-')) void refresh(listReleases)
  })
  const count = result.data?.page.totalElements
  return count === undefined ? null : { count }
}
