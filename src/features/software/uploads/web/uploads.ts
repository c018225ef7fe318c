import { useSyncExternalStore } from 'react'
import { begin } from './begun.ts'
import type { UploadItem } from './upload-item.ts'
import { UploadStore } from './upload-store.ts'

/** The uploads of this tab. */
export const uploads = new UploadStore()

const stopWatching = uploads.watch(() => {
  stopWatching()
  begin()
  // Leaving the page ends uploads: the browser asks first.
  addEventListener('beforeunload', (event) => {
    if (uploads.items.some(({ stage, source }) => stage === 'uploading' && source instanceof File))
      event.preventDefault()
  })
})

/** The current uploads of this tab. */
export function useUploads(): readonly UploadItem[] {
  return useSyncExternalStore(uploads.watch, () => uploads.items)
}

/** Whether the panel of uploads is folded. */
export function useFolded(): boolean {
  return useSyncExternalStore(uploads.watch, () => uploads.folded)
}
