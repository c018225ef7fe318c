import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { UploadOverlay, UploadsNow } from './upload-overlay.tsx'

/** Uploads: the panel over every page, and the ring in the header. */
export const uploadsWeb: FeatureWeb = { name: 'uploads', pages: [], Overlay: UploadOverlay, Indicator: UploadsNow }

/** The share links of a file; in a chunk of its own, needs a `Suspense` around it. */
export const ShareLinksDialog = lazyNamed(() => import('./share-links-dialog.tsx'), 'ShareLinksDialog')

export { UploadBar } from './upload-bar.tsx'
export { mayPause, type UploadItem } from './upload-item.ts'
export { uploads, useUploads } from './uploads.ts'
