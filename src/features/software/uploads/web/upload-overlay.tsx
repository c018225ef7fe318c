import { lazy, Suspense, useSyncExternalStore } from 'react'
import { uploadsStarted, watchBegun } from './begun.ts'

const UploadPanel = lazy(async () => ({ default: (await import('./upload-panel.tsx')).UploadPanel }))

const UploadIndicator = lazy(async () => ({
  default: (await import('./upload-indicator.tsx')).UploadIndicator,
}))

/** Shows the panel from the first upload on. */
export function UploadOverlay() {
  const begun = useSyncExternalStore(watchBegun, uploadsStarted)
  return <Suspense>{begun && <UploadPanel />}</Suspense>
}

/** Shows the ring in the header from the first upload on. */
export function UploadsNow() {
  const begun = useSyncExternalStore(watchBegun, uploadsStarted)
  return <Suspense>{begun && <UploadIndicator />}</Suspense>
}
