import { lazy, Suspense } from 'react'
import { useUploads } from './uploads.ts'

const UploadPanel = lazy(async () => ({ default: (await import('./upload-panel.tsx')).UploadPanel }))

/** Shows the panel from the first upload on until the last is taken away. */
export function UploadOverlay() {
  const items = useUploads()
  return <Suspense>{items.length > 0 && <UploadPanel items={items} />}</Suspense>
}
