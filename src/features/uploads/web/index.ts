import type { FeatureWeb } from '#kit/web/pages.ts'
import { UploadOverlay } from './upload-overlay.tsx'

/** Uploads: the panel over every page. */
export const uploadsWeb: FeatureWeb = { name: 'uploads', pages: [], Overlay: UploadOverlay }

export { UploadBar } from './upload-bar.tsx'
export type { UploadItem } from './upload-item.ts'
export { uploads, useUploads } from './uploads.ts'
