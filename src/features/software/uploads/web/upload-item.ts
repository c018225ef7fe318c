import { UPLOAD_SHARE, type UploadProgress } from '../contract.ts'

/** The stage of an upload of this browser. */
export type UploadStage = 'waiting' | 'uploading' | 'paused' | 'saving' | 'done' | 'failed'

/** From where the server fetches a file. */
export type OutsideSource =
  | { readonly sourceType: 'URL'; readonly url: string }
  | { readonly sourceType: 'BOX'; readonly boxId: string }
  | { readonly sourceType: 'VENDOR_FILE'; readonly path: string }

/** An upload of this browser; a new object with each change. */
export type UploadItem = {
  readonly key: string
  readonly bundleId: string
  readonly name: string
  /** Bytes; unknown until the other side has sent the size. */
  readonly size: number | undefined
  /** A file of this computer, or from where the server fetches it. */
  readonly source: File | OutsideSource
  readonly clobber: boolean
  /** Set where the name does not decide it: archives of images. */
  readonly componentType?: 'container' | undefined
  readonly stage: UploadStage
  /** Known once it is reserved. */
  readonly fileId: string | undefined
  readonly uploadUrl: string | undefined
  /** Bytes sent, and percent of the whole (70 upload, 30 saving). */
  readonly sent: number
  readonly percent: number
  readonly digest: string | null
  /** Why it failed. */
  readonly error: string | undefined
}

/** The stages in which it continues or can continue. */
export function isOpen({ stage }: UploadItem): boolean {
  return stage !== 'done' && stage !== 'failed'
}

/** Whether it can be paused: what the server fetches continues without this browser. */
export function mayPause({ stage, source }: UploadItem): boolean {
  return source instanceof File && (stage === 'waiting' || stage === 'uploading')
}

/** The item after a progress report of the server. */
export function fromServerProgress({
  state,
  progress: percent,
  received,
  size,
  error,
  digest,
}: UploadProgress): Partial<UploadItem> {
  if (state === 'DONE') return { stage: 'done', percent: 100, digest }
  if (state === 'FAILED' || state === 'CANCELLED') return { stage: 'failed', error: error ?? '' }
  if (state === 'SAVING') return { stage: 'saving', percent: Math.max(UPLOAD_SHARE, percent) }
  return { stage: 'uploading', percent, sent: received, size: size ?? undefined }
}
