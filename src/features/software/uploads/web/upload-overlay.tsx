import { Suspense, useSyncExternalStore } from 'react'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { uploadsStarted, watchBegun } from './begun.ts'

const UploadPanel = lazyNamed(() => import('./upload-panel.tsx'), 'UploadPanel')

const UploadIndicator = lazyNamed(() => import('./upload-indicator.tsx'), 'UploadIndicator')

/** Shows the panel from the first upload on. */
export function UploadOverlay() {
  const hasBegun = useSyncExternalStore(watchBegun, uploadsStarted)
  return <Suspense>{hasBegun && <UploadPanel />}</Suspense>
}

/** Shows the ring in the header from the first upload on. */
export function UploadsNow() {
  const hasBegun = useSyncExternalStore(watchBegun, uploadsStarted)
  return <Suspense>{hasBegun && <UploadIndicator />}</Suspense>
}
