import { sql } from 'kysely'
import type { ComponentType } from '#features/software/bundles/contract.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import {
  type SourceType,
  UPLOAD_SHARE,
  type UploadProgress,
  type UploadState,
  uploadProblems,
  uploadsProgressed,
} from '../contract.ts'
import type { UploadContext } from './upload-context.ts'

/** An upload as it is stored. */
export type StoredUpload = {
  readonly id: string
  readonly bundleId: number
  readonly componentType: ComponentType
  readonly fileName: string
  readonly sourceType: SourceType
  readonly sourceUrl: string | null
  /** The path in the vendor's area, or the id or link of the file in the file-sharing storage. */
  readonly sourcePath: string | null
  readonly clobber: boolean
  readonly size: number | null
  readonly expectedDigest: string | null
  /** Of a file of the file-sharing storage: the version that is fetched, and the SHA-1 of its bytes. */
  readonly sourceVersion: string | null
  readonly expectedSha1: string | null
  readonly state: UploadState
  readonly received: number
  readonly digested: number
  readonly digest: string | null
  readonly error: string | null
  readonly createdBy: number
  readonly updatedAt: Date
}

/** Columns of `uploads u` as a `StoredUpload`. */
export const uploadColumns = sql`u.id, u.bundle_id as "bundleId", u.component_type as "componentType", u.file_name as "fileName",
  u.source_type as "sourceType", u.source_url as "sourceUrl", u.source_path as "sourcePath", u.clobber, u.size, u.expected_digest as "expectedDigest", u.source_version as "sourceVersion", u.expected_sha1 as "expectedSha1", u.state, u.received,
  u.digested, u.digest, u.error, u.created_by as "createdBy", u.updated_at as "updatedAt"`

/**
 * The upload of that id, else 404. Every user who may add files to bundles may continue any upload: a colleague's too.
 */
export async function findUpload(db: Database | Tx, id: string): Promise<StoredUpload> {
  const { rows } = /^[0-9a-f-]{36}$/.test(id)
    ? await sql<StoredUpload>`select ${uploadColumns} from uploads u where u.id::text = ${id}`.execute(db)
    : { rows: [] }
  return rows[0] ?? throwProblem(uploadProblems['upload-not-found'])
}

/** The progress of the upload, as callers and pages read it. */
export function progressOf(upload: StoredUpload): UploadProgress {
  const { id, bundleId, fileName, state, received: receivedBytes, size, digest, error } = upload
  return {
    fileId: id,
    bundleId: String(bundleId),
    fileName,
    state,
    progress: percentOf(upload),
    received: receivedBytes,
    size,
    digest,
    error,
  }
}

function percentOf({ state, received, digested, size }: StoredUpload): number {
  if (state === 'DONE' || state === 'FAILED' || state === 'CANCELLED') return 100
  if (!size) return 0
  const donePercent = (UPLOAD_SHARE * received) / size + ((100 - UPLOAD_SHARE) * digested) / size
  return Math.round(donePercent * 10) / 10
}

/** Notifies open pages of the upload's progress, in the transaction that changed it. */
export async function publishProgress({ portal }: UploadContext, tx: Tx, upload: StoredUpload): Promise<void> {
  await portal.live.publish(tx, { topic: uploadsProgressed, body: progressOf(upload) })
}
