import * as z from 'zod/mini'
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

export const uploadFailed = defineEvent('bundle.upload-failed', {
  audience: 'vendor',
  text: 'could not upload {subject}',
  data: { what: z.string(), error: z.string() },
})
export const uploadCancelled = defineEvent('bundle.upload-cancelled', {
  audience: 'vendor',
  text: 'cancelled the upload of {subject}',
  data: { what: z.string() },
})
export const fileDownloaded = defineEvent('bundle.file-downloaded', {
  audience: 'vendor',
  text: 'downloaded {subject}',
  data: { what: z.string(), digest: z.string(), releaseId: z.null(), by: z.optional(z.string()) },
})
export const releaseFileDownloaded = defineEvent('bundle.release-file-downloaded', {
  audience: 'account',
  text: 'downloaded {subject}',
  data: { what: z.string(), digest: z.string(), releaseId: z.int(), by: z.optional(z.string()) },
})
export const fileShared = defineEvent('bundle.file-shared', {
  audience: 'vendor',
  text: 'created a share link to {subject}',
  data: {
    what: z.string(),
    link: z.int(),
    expires: z.iso.datetime(),
    name: z.optional(z.string()),
    mostDownloads: z.optional(z.nullable(z.int())),
  },
})
export const shareRevoked = defineEvent('bundle.share-revoked', {
  audience: 'vendor',
  text: 'revoked the share links to {subject}',
  data: { what: z.string(), link: z.optional(z.int()) },
})
/** A failed component is fetched again. */
export const componentRetried = defineEvent('bundle.component-retried', {
  audience: 'vendor',
  text: 'fetched a failed file of {subject} again',
  data: { what: z.string() },
})
export const failedComponentsDeleted = defineEvent('bundle.failed-components-deleted', {
  audience: 'vendor',
  text: 'deleted the failed files of {subject}',
  data: { what: z.string() },
})
export const vendorFileUploaded = defineEvent('vendor-file.uploaded', {
  audience: 'vendor',
  text: 'uploaded {subject}',
  data: { what: z.string(), digest: z.string(), size: z.int() },
})
export const vendorFileDeleted = defineEvent('vendor-file.deleted', {
  audience: 'vendor',
  text: 'deleted {subject}',
  data: { what: z.string() },
})
