import { UPLOAD_SHARE, type UploadProgress } from '../contract.ts'

/** What an upload of this browser is at. */
export type UploadStage = 'waiting' | 'uploading' | 'paused' | 'saving' | 'done' | 'failed'

/** An upload of this browser; a new object with each change. */
export type UploadItem = {
  readonly key: string
  readonly bundleId: string
  readonly name: string
  /** Bytes; unknown until the other side has said so. */
  readonly size: number | undefined
  /** A file of this computer, or the address from which the server fetches it. */
  readonly source: File | URL
  readonly clobber: boolean
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

/** The stages in which something still goes on or can go on. */
export function isOpen({ stage }: UploadItem): boolean {
  return stage !== 'done' && stage !== 'failed'
}

/** Whether it can be held up: what the server fetches goes on without this browser. */
export function mayPause({ stage, source }: UploadItem): boolean {
  return source instanceof File && (stage === 'waiting' || stage === 'uploading')
}

/** What a progress that the server tells makes of an item. */
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
