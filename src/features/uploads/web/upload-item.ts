import type { UploadProgress } from '../contract.ts'

/** What an upload of this browser is at. */
export type UploadStage = 'waiting' | 'uploading' | 'paused' | 'saving' | 'done' | 'failed'

/** An upload of this browser; a new object with each change. */
export type UploadItem = {
  readonly key: string
  readonly bundleId: string
  readonly file: File
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

/** What a progress of the server makes of an item that is being saved. */
export function saved(progress: UploadProgress): Partial<UploadItem> {
  const { state, progress: percent, error, digest } = progress
  if (state === 'DONE') return { stage: 'done', percent: 100, digest }
  if (state === 'FAILED' || state === 'CANCELLED') return { stage: 'failed', error: error ?? '' }
  return { stage: 'saving', percent: Math.max(70, percent) }
}
