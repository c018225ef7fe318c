import { readEveryBundle } from '#features/software/bundles/contract.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { topic } from '#kit/contract/topic.ts'
import { UploadProgress } from './upload-shapes.ts'

/** The progress of uploads, at most four messages a second each, for vendor staff who may read bundles. */
export const uploadsProgressed = topic({
  destination: '/topic/uploads',
  summary: 'Progress of uploads',
  guard: readEveryBundle,
  message: UploadProgress,
})

export const uploadFailed = defineEvent('bundle.upload-failed', 'vendor')
export const uploadCancelled = defineEvent('bundle.upload-cancelled', 'vendor')
export const fileDownloaded = defineEvent('bundle.file-downloaded', 'vendor')
export const releaseFileDownloaded = defineEvent('bundle.release-file-downloaded', 'account')
export const fileShared = defineEvent('bundle.file-shared', 'vendor')
export const shareRevoked = defineEvent('bundle.share-revoked', 'vendor')
/** A failed component is fetched again. */
export const componentRetried = defineEvent('bundle.component-retried', 'vendor')
export const failedComponentsDeleted = defineEvent('bundle.failed-components-deleted', 'vendor')
export const vendorFileUploaded = defineEvent('vendor-file.uploaded', 'vendor')
export const vendorFileDeleted = defineEvent('vendor-file.deleted', 'vendor')
