import * as z from 'zod/mini'
import { ComponentType } from '#features/software/bundles/contract.ts'

/** File name extensions that a bundle accepts, by the kind of component. */
export const allowedEndings: Readonly<Record<ComponentType, readonly string[]>> = {
  product:
    '7z bin bz2 cfg conf cpio deb fw gz hex img ipk iso jar json mib msi ova qcow2 rpm sh sig sql srec swu tar tgz txt vmdk whl xml xz yaml yml zip zst'.split(
      ' ',
    ),
  /** OCI layouts and what `docker save` writes. */
  container: ['tar', 'tgz', 'gz'],
  document: 'csv docx htm html json md odt pdf png pptx rtf txt xlsx xml yaml yml zip'.split(' '),
}

/** The shares of upload and saving in 100 percent (part 2 §9). */
export const UPLOAD_SHARE = 70

/** The state of an upload. SAVING: all bytes are there and are being checked. */
export const UploadState = z.enum(['RESERVED', 'UPLOADING', 'SAVING', 'DONE', 'FAILED', 'CANCELLED'])
export type UploadState = z.output<typeof UploadState>

/**
 * The progress of an upload: 0 to 70 percent upload, 70 to 100 saving; 100 when done, and when cancelled or failed,
 * with the error.
 */
export const UploadProgress = z.object({
  fileId: z.string(),
  bundleId: z.string(),
  fileName: z.string(),
  state: UploadState,
  progress: z.number(),
  /** Bytes that are synced to the disk; the next ones start there. */
  received: z.int(),
  size: z.nullable(z.int()),
  /** SHA-256, hexadecimal; known when it is done. */
  digest: z.nullable(z.string()),
  error: z.nullable(z.string()),
})
export type UploadProgress = z.output<typeof UploadProgress>

/** The source of a component: sent by a client, or fetched by the server. */
export const SourceType = z.enum(['CLIENT_FILE', 'URL', 'VENDOR_FILE', 'BOX', 'DOCKER'])
export type SourceType = z.output<typeof SourceType>
const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** The file to upload. */
export const NewUpload = z.strictObject({
  bundleId: z.string().check(z.maxLength(64)),
  fileName: z.string().check(z.minLength(1), z.maxLength(250)),
  componentType: z.optional(ComponentType),
  sourceType: z.optional(SourceType),
  /** Bytes; needed for tus, where it is the length of the upload. */
  size: z.optional(z.int().check(z.minimum(0), z.maximum(2 ** 50))),
  /** The SHA-256 that the bytes must have, hexadecimal. */
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
