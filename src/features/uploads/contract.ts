import * as z from 'zod/mini'
import { bundleProblems, ComponentType, manageFiles, readEveryBundle } from '#features/bundles/contract.ts'
import { roles } from '#features/roles/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { eventKind } from '#kit/contract/event.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import { topic } from '#kit/contract/topic.ts'
import en from './messages/en.json' with { type: 'json' }

/** Download files of releases: customers what was delivered to their accounts. */
export const downloadReleases = permission(
  'release:download',
  roles('MANAGER', 'USER', 'ADMIN', 'RELMGR', 'HARMONIC_TAC_MANAGER'),
)
/** Make links with which people without a session download a file. */
export const shareFiles = permission('release:share', roles('ADMIN', 'RELMGR'))

export const uploadProblems = problems(en.problems, {
  'upload-not-found': 404,
  'upload-type-not-allowed': 415,
  'upload-too-large': 413,
  'upload-empty': 400,
  'upload-malformed': 400,
  'upload-busy': 423,
  'upload-settled': 409,
  'upload-offset-conflict': 409,
  'upload-chunk-damaged': 460,
  'upload-checksum-unknown': 400,
  'upload-version-unknown': 412,
  'source-not-available': 400,
  'storage-full': 507,
  'file-not-found': 404,
  'range-not-satisfiable': 416,
  'downloads-withdrawn': 409,
  'share-link-not-found': 404,
})

/** File name endings that a bundle takes, by the kind of component. */
export const allowedEndings: Readonly<Record<ComponentType, readonly string[]>> = {
  product:
    '7z bin bz2 cfg conf cpio deb fw gz hex img ipk iso jar json mib msi ova qcow2 rpm sh sig sql srec swu tar tgz txt vmdk whl xml xz yaml yml zip zst'.split(
      ' ',
    ),
  document: 'csv docx htm html json md odt pdf png pptx rtf txt xlsx xml yaml yml zip'.split(' '),
}

/** How the share of upload and saving in 100 percent is (part 2 §9). */
export const UPLOAD_SHARE = 70

/** Where an upload stands. SAVING: all bytes are there and are being checked. */
export const UploadState = z.enum(['RESERVED', 'UPLOADING', 'SAVING', 'DONE', 'FAILED', 'CANCELLED'])
export type UploadState = z.output<typeof UploadState>

/** How far an upload is: 0 to 70 percent upload, 70 to 100 saving; 100 when done, and when cancelled or failed, with the error. */
export const UploadProgress = z.object({
  fileId: z.string(),
  bundleId: z.string(),
  fileName: z.string(),
  state: UploadState,
  progress: z.number(),
  /** Bytes that lie safely on the disk; the next ones go there. */
  received: z.int(),
  size: z.nullable(z.int()),
  /** SHA-256, hexadecimal; known when it is done. */
  digest: z.nullable(z.string()),
  error: z.nullable(z.string()),
})
export type UploadProgress = z.output<typeof UploadProgress>

/** Where a file comes from. Only the first two are served; the others are refused with the reason. */
const SourceType = z.enum(['CLIENT_FILE', 'URL', 'VENDOR_FILE', 'BOX', 'DOCKER'])
const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** What is to be uploaded. */
const NewUpload = z.strictObject({
  bundleId: z.string().check(z.maxLength(64)),
  fileName: z.string().check(z.minLength(1), z.maxLength(250)),
  componentType: z.optional(ComponentType),
  sourceType: z.optional(SourceType),
  /** Bytes; needed for tus, where it is the length of the upload. */
  size: z.optional(z.int().check(z.minimum(0), z.maximum(2 ** 50))),
  /** SHA-256 that the bytes must have, hexadecimal. */
  sha256: z.optional(digest),
  uploadOptions: z.optional(
    z.strictObject({ /** Overwrite a file of the same name. */ clobber: z.optional(z.boolean()) }),
  ),
  url: z.optional(z.url().check(z.maxLength(2000))),
  path: z.optional(z.string().check(z.maxLength(1000))),
  boxId: z.optional(z.string().check(z.maxLength(200))),
  dockerOptions: z.optional(z.record(z.string().check(z.maxLength(50)), z.string().check(z.maxLength(500)))),
})
export type NewUpload = z.output<typeof NewUpload>

const tag = 'Uploads'
const box = '/api/box/file/upload'
const tus = '/api/uploads'
const byId = z.strictObject({ id: z.string().check(z.maxLength(64)) })
const notFound = uploadProblems['upload-not-found']
const reservationProblems = [
  bundleProblems['bundle-not-found'],
  bundleProblems['bundle-end-of-life'],
  bundleProblems['component-file-exists'],
  uploadProblems['upload-type-not-allowed'],
  uploadProblems['upload-too-large'],
  uploadProblems['upload-empty'],
  uploadProblems['source-not-available'],
  uploadProblems['storage-full'],
] as const
const writingProblems = [
  notFound,
  uploadProblems['upload-busy'],
  uploadProblems['upload-settled'],
  uploadProblems['upload-too-large'],
  uploadProblems['storage-full'],
] as const

export const reserveUpload = endpoint({
  tag,
  guard: manageFiles,
  name: 'reserveUpload',
  method: 'POST',
  url: `${box}/reservation`,
  summary: 'Reserve a file id. The same person asking again for the same file gets the unfinished upload to go on with',
  body: NewUpload,
  limit: { count: 1200, seconds: 60 },
  reply: z.extend(UploadProgress, { /** Where tus goes on (PATCH). */ uploadUrl: z.string() }),
  problems: reservationProblems,
})
export const uploadFile = endpoint({
  tag,
  guard: manageFiles,
  name: 'uploadFile',
  method: 'POST',
  url: `${box}/{id}`,
  summary: 'Upload in one request (multipart: first the part `request` with JSON, then the part `file`)',
  params: byId,
  media: { consumes: 'multipart/form-data' },
  reply: UploadProgress,
  problems: [...writingProblems, uploadProblems['upload-malformed'], uploadProblems['upload-empty']],
})
export const readUploadStatus = endpoint({
  tag,
  guard: manageFiles,
  name: 'readUploadStatus',
  method: 'GET',
  url: `${box}/{id}/status`,
  summary: 'How far an upload is',
  params: byId,
  reply: UploadProgress,
  problems: [notFound],
})
export const downloadFile = endpoint({
  tag,
  guard: downloadReleases,
  name: 'downloadFile',
  method: 'GET',
  url: `${box}/{id}/download`,
  summary: 'Download a file; Range, If-Range and ETag as usual',
  params: byId,
  media: { produces: 'application/octet-stream' },
  problems: [
    uploadProblems['file-not-found'],
    uploadProblems['range-not-satisfiable'],
    uploadProblems['downloads-withdrawn'],
  ],
})
/** A link with which anybody downloads the file until it expires or is revoked. */
export const ShareLink = z.object({ content: z.string(), expires: z.iso.datetime(), downloads: z.int() })
export const readShareLink = endpoint({
  tag,
  guard: shareFiles,
  name: 'readShareLink',
  method: 'GET',
  url: `${box}/{id}/shareable-link`,
  summary: 'The link to share the file, made when there is none; it expires',
  params: byId,
  reply: ShareLink,
  problems: [uploadProblems['file-not-found']],
})
export const revokeShareLink = endpoint({
  tag,
  guard: shareFiles,
  name: 'revokeShareLink',
  method: 'DELETE',
  url: `${box}/{id}/shareable-link`,
  summary: 'Revoke the links of the file',
  params: byId,
  problems: [uploadProblems['file-not-found']],
})
export const downloadShared = endpoint({
  tag,
  guard: 'anyone',
  name: 'downloadShared',
  method: 'GET',
  url: '/s/{token}',
  summary: 'Download by a shared link',
  params: z.strictObject({ token: z.string().check(z.maxLength(100)) }),
  media: { produces: 'application/octet-stream' },
  limit: { count: 600, seconds: 60 },
  problems: [
    uploadProblems['share-link-not-found'],
    uploadProblems['range-not-satisfiable'],
    uploadProblems['downloads-withdrawn'],
  ],
})

export const createTusUpload = endpoint({
  tag,
  guard: manageFiles,
  name: 'createTusUpload',
  method: 'POST',
  url: tus,
  summary:
    'tus 1.0: create an upload (Upload-Length; Upload-Metadata with bundleId, filename, componentType, sha256, clobber)',
  status: 201,
  limit: { count: 1200, seconds: 60 },
  problems: [...reservationProblems, uploadProblems['upload-malformed'], uploadProblems['upload-version-unknown']],
})
export const readTusUpload = endpoint({
  tag,
  guard: manageFiles,
  name: 'readTusUpload',
  method: 'GET',
  url: `${tus}/{id}`,
  summary: 'tus 1.0: where the upload stands (HEAD gives the headers alone)',
  params: byId,
  reply: UploadProgress,
  problems: [notFound],
})
export const appendToUpload = endpoint({
  tag,
  guard: manageFiles,
  name: 'appendToUpload',
  method: 'PATCH',
  url: `${tus}/{id}`,
  summary: 'tus 1.0: append bytes at Upload-Offset; with Upload-Checksum they count only when they have it',
  params: byId,
  media: { consumes: 'application/offset+octet-stream' },
  problems: [
    ...writingProblems,
    uploadProblems['upload-offset-conflict'],
    uploadProblems['upload-chunk-damaged'],
    uploadProblems['upload-checksum-unknown'],
    uploadProblems['upload-version-unknown'],
    uploadProblems['upload-malformed'],
  ],
})
export const cancelUpload = endpoint({
  tag,
  guard: manageFiles,
  name: 'cancelUpload',
  method: 'DELETE',
  url: `${tus}/{id}`,
  summary: 'tus 1.0: cancel the upload and drop its bytes',
  params: byId,
  problems: [notFound, uploadProblems['upload-settled']],
})

/** Uploads as they go on, at most four messages a second each, for vendor staff who may read bundles. */
export const uploadsProgressed = topic({
  destination: '/topic/uploads',
  summary: 'How far uploads are',
  guard: readEveryBundle,
  message: UploadProgress,
})

export const uploadFailed = eventKind('bundle.upload-failed', 'vendor')
export const uploadCancelled = eventKind('bundle.upload-cancelled', 'vendor')
export const fileDownloaded = eventKind('bundle.file-downloaded', 'vendor')
export const releaseFileDownloaded = eventKind('bundle.release-file-downloaded', 'account')
export const fileShared = eventKind('bundle.file-shared', 'vendor')
export const shareRevoked = eventKind('bundle.share-revoked', 'vendor')
