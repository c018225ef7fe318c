import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { ImageFlaw } from '#features/software/images/server/index.ts'
import type { Problem } from '#kit/contract/problem.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { HttpProblem, throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { addJob, defineJob, type Task, taskOf } from '#kit/server/job.ts'
import { OutboundRequestBlocked, requireOutbound } from '#kit/server/outbound.ts'
import { fetchOutbound } from '#kit/server/outbound-stream.ts'
import type { PortalConfig } from '#kit/server/portal.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { type SourceType, uploadProblems } from '../contract.ts'
import { append, SourceIdleTimeout } from './append.ts'
import { copyImage } from './copy-image.ts'
import { fetchSharedFile } from './fetch-shared-file.ts'
import { LeaseLost } from './lease.ts'
import { fail } from './save-upload.ts'
import type { UploadContext } from './upload-context.ts'
import { largestUpload } from './upload-settings.ts'
import { findUpload, type StoredUpload } from './upload-store.ts'
import { findVendorFile } from './vendor-file-store.ts'

/** Name of the background task. */
const FETCH = defineJob('upload.fetch', { id: z.string() })
/** What is asked to wait longer is tried again after this time. */
const LONGEST_WAIT_MS = 3_600_000

/** The address of a file to fetch, if the operator allows it. */
export function fetchableUrl(config: PortalConfig, url: string | undefined): string {
  if (url === undefined) throwFieldProblem('url', 'is needed for sourceType URL')
  try {
    return requireOutbound(url, config).href
  } catch (failure) {
    if (!(failure instanceof OutboundRequestBlocked)) throw failure
    return throwProblem(uploadProblems['source-not-available'], { source: 'an address', why: failure.message })
  }
}

/** The server fetches the file of the upload in the background. */
export async function enqueueFetch({ portal }: UploadContext, { id }: StoredUpload): Promise<void> {
  await addFetchJob(portal.db, id)
}

/** The same in the transaction that wants it. */
export function addFetchJob(db: Database | Tx, id: string, { runAt }: { runAt?: Date } = {}): Promise<void> {
  return addJob(db, FETCH, { id }, { key: `${FETCH.name} ${id}`, ...(runAt ? { runAt } : {}) })
}

/** Fetches the file from its source, from the beginning; an error of the source ends the upload with the reason. */
export function fetchTask(context: UploadContext): Task {
  return taskOf(FETCH, {
    calls: 'download',
    async run({ id }) {
      const upload = await findUpload(context.portal.db, id)
      if (upload.sourceType === 'CLIENT_FILE' || !['RESERVED', 'UPLOADING'].includes(upload.state)) return
      try {
        await fetchFrom[upload.sourceType](context, upload)
      } catch (failure) {
        if (isTaken(failure)) return
        const wait = waitOf(failure)
        if (wait !== undefined) return addFetchJob(context.portal.db, id, { runAt: new Date(Date.now() + wait) })
        if (!isOfSource(failure)) throw failure
        await fail(context, upload, `It was not fetched: ${failure.message.replace(/\.?$/, '.')}`)
      }
    },
  })
}

/** How the file of each source is fetched; what a client sends is not. */
const fetchFrom: Readonly<
  Record<Exclude<SourceType, 'CLIENT_FILE'>, (context: UploadContext, upload: StoredUpload) => Promise<void>>
> = { URL: fetchAll, VENDOR_FILE: fetchAll, BOX: fetchSharedFile, DOCKER: copyImage }

/** The other side accepts no call for this many milliseconds; undefined where it says no such thing. */
function waitOf(failure: unknown): number | undefined {
  if (!(failure instanceof IntegrationError) || failure.fault !== 'busy') return undefined
  return failure.waitMs === undefined ? undefined : Math.min(failure.waitMs, LONGEST_WAIT_MS)
}

async function fetchAll(context: UploadContext, upload: StoredUpload): Promise<void> {
  const limit = largestUpload(context.portal)
  const { body, size = 0 } = await openSource(context, upload)
  try {
    if (size > limit) throwProblem(uploadProblems['upload-too-large'], { name: upload.fileName, limit })
    if (size > 0) await expectSize(context, upload, size)
    await append(context, upload.id, { source: body, offset: undefined, limit, untilEnd: true })
  } finally {
    body.destroy()
  }
}

async function openSource({ portal, store }: UploadContext, upload: StoredUpload): Promise<Source> {
  const { sourceUrl, sourcePath } = upload
  if (sourceUrl !== null) {
    const { privateHosts } = portal.config
    return fetchOutbound(requireOutbound(sourceUrl, portal.config), privateHosts)
  }
  const file = sourcePath === null ? undefined : await findVendorFile(portal.db, sourcePath)
  if (!file) throwFieldProblem('path', "is not in the vendor's area any more")
  return { body: store.read(file.digest), size: file.size }
}

/** The bytes of a source, and how many they are where it says so. */
type Source = { readonly body: Readable; readonly size?: number | undefined }

/** Another process is processing it, or it has ended. */
function isTaken(failure: unknown): boolean {
  if (failure instanceof LeaseLost) return true
  const takenProblems: readonly Problem[] = [uploadProblems['upload-busy'], uploadProblems['upload-finished']]
  return failure instanceof HttpProblem && takenProblems.includes(failure.problem)
}

/**
 * Errors that a retry does not fix: of the other side, or of the file. All others are the portal's, and the job is
 * retried.
 */
function isOfSource(failure: unknown): failure is Error {
  return (
    failure instanceof OutboundRequestBlocked ||
    failure instanceof HttpProblem ||
    failure instanceof SourceIdleTimeout ||
    failure instanceof ImageFlaw ||
    failure instanceof IntegrationError
  )
}

/** The other side has sent the size: the progress can be reported now. What is received is what counts. */
async function expectSize({ portal }: UploadContext, { id }: StoredUpload, size: number): Promise<void> {
  await sql`update uploads set size = ${size} where id = ${id}::uuid and state in ('RESERVED', 'UPLOADING')`.execute(
    portal.db,
  )
}
