import { useState } from 'react'
import { listComponentFiles, readBundle } from '#features/software/bundles/contract.ts'
import {
  type BundleComponent,
  listBundleComponents,
  type UploadProgress,
  type UploadState,
  uploadsProgressed,
} from '#features/software/uploads/contract.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'

const underWay: readonly (UploadState | null)[] = ['RESERVED', 'UPLOADING', 'SAVING']

/** What is on its way into a bundle from any source and by any user; its progress is live. */
export function useOpenUploads(bundleId: string): readonly BundleComponent[] {
  const { data } = useQueryOf(listBundleComponents, { query: { bundleId, size: 10_000 } })
  const [live, setLive] = useState<Readonly<Record<string, UploadProgress>>>({})
  const open = data?._embedded.components.filter(({ uploadState }) => underWay.includes(uploadState)) ?? []
  useTopic(uploadsProgressed, {}, (message) => {
    // What has ended is in the history of the bundle, which refreshes the page.
    if (message && (message.bundleId !== bundleId || !underWay.includes(message.state))) return
    if (message && open.some(({ id }) => id === message.fileId))
      setLive((before) => ({ ...before, [message.fileId]: message }))
    else {
      // One has begun, or begins again with fewer bytes; or messages were missed.
      setLive({})
      void refresh(listBundleComponents, listComponentFiles, readBundle)
    }
  })
  return open.map((one) => {
    const { progress, received, size, state: uploadState } = live[one.id] ?? { ...one, state: one.uploadState }
    // A message that was sent before the list was read is older than it.
    return received < one.received ? one : { ...one, progress, received, size, uploadState }
  })
}
