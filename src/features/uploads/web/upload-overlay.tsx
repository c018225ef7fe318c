import { lazy, Suspense, useSyncExternalStore } from 'react'
import { hasBegun, watchBegun } from './begun.ts'

const UploadPanel = lazy(async () => ({ default: (await import('./upload-panel.tsx')).UploadPanel }))

/** Shows the panel from the first upload on. */
export function UploadOverlay() {
  const begun = useSyncExternalStore(watchBegun, hasBegun)
  return <Suspense>{begun && <UploadPanel />}</Suspense>
}
