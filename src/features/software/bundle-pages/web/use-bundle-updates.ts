import {
  bundleHistoryRecorded,
  listBundles,
  listComponentFiles,
  readBundle,
  readBundleHistory,
} from '#features/software/bundles/contract.ts'
import { listNotes } from '#features/software/notes/contract.ts'
import { listReleases } from '#features/software/releases/contract.ts'
import { listBundleComponents } from '#features/software/uploads/contract.ts'
import { refresh } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'

/** Keeps the page of a bundle up to date: each type of live message refreshes its part (part 2 §4). */
export function useBundleEvents(bundleId: string): void {
  useTopic(bundleHistoryRecorded, {}, (events) => {
    if (events && events.bundleId !== bundleId) return
    const name = events?.name ?? ''
    void refresh(readBundle, readBundleHistory)
    if (!events || /file|upload|component|moved|failed/.test(name))
      void refresh(listComponentFiles, listBundleComponents)
    if (!events || name.includes('release')) void refresh(listReleases)
    if (!events || name.includes('note')) void refresh(listNotes)
    if (!events || /created|deleted|moved/.test(name)) void refresh(listBundles)
  })
}
