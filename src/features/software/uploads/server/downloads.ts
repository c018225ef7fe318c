import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { isVendor } from '#features/access/roles/contract.ts'
import { MAX_DOWNLOADS } from '#features/accounts/accounts/contract.ts'
import { requireUse } from '#features/accounts/accounts/server/index.ts'
import { countDownload } from '#features/software/release-components/server/index.ts'
import type { EventType } from '#kit/contract/event.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { requireOwnSite, sendFile } from '#kit/server/files/send-file.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { actorOfRequest, type RequestContext } from '#kit/server/serve/request-context.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import type { Session } from '#kit/server/session.ts'
import { visibleAccounts } from '#kit/server/visible.ts'
import {
  type downloadFile,
  downloadReleases,
  fileDownloaded,
  releaseFileDownloaded,
  uploadProblems,
} from '../contract.ts'
import type { UploadContext } from './upload-context.ts'

/** A file that may be downloaded, and where it counts. */
export type Downloadable = {
  readonly bundleId: number
  readonly fileName: string
  readonly digest: string
  readonly size: number
  /** Of a release: the frozen component, its release and account. */
  readonly componentId: number | null
  readonly releaseId: number | null
  readonly accountId: number | null
  /** A security release is never rejected for a plan. */
  readonly isSecurity: boolean
  /** Why the vendor has withdrawn it; null when it may be downloaded. */
  readonly withdrawn: string | null
}

/** The columns that a download reads of a release's component; `c`, its release `r`, the bundle `b`. */
export const frozenColumns = sql`r.bundle_id as "bundleId", c.file_name as "fileName", c.digest, c.size, c.id as "componentId", c.release_id as "releaseId",
  r.account_id as "accountId", r.is_security as "isSecurity", case when b.downloads_withdrawn then coalesce(b.reason, 'the bundle is on hold.') end as withdrawn`

/** Downloads by file id: vendor staff the files of a bundle, customers what was delivered to them. */
export async function downloadById(
  context: UploadContext,
  call: RequestContext<typeof downloadFile>,
): Promise<unknown> {
  requireOwnSite(call.request)
  const file = await findFile(context, call.session, call.params.id)
  return send(context, call, file, `person ${call.session.userId}`)
}

/**
 * Sends a file, records the download once per hour and user, and marks the component of the release as downloaded.
 * `count` is called in the same transaction with the first byte that is sent; it may reject the download.
 */
export function send(
  context: UploadContext,
  call: Pick<RequestContext<unknown>, 'request' | 'reply'>,
  file: Downloadable | undefined,
  downloader: string,
  options: { readonly count?: (tx: Tx, start: number) => Promise<void> } = {},
): Promise<unknown> {
  if (!file) throwProblem(uploadProblems['file-not-found'])
  requireNotWithdrawn(file)
  const { fileName: filename, digest, size } = file
  const begin = (start: number) =>
    inTransaction(context.portal.db, async (tx) => {
      await options.count?.(tx, start)
      await recordDownloads(tx, call.request, [file], downloader)
    })
  return sendFile(call, { store: context.store, db: context.portal.db }, { filename, digest, size }, { begin })
}

/** Rejects what the vendor has withdrawn. */
export function requireNotWithdrawn({ withdrawn }: Pick<Downloadable, 'withdrawn'>): void {
  if (withdrawn !== null) throwProblem(uploadProblems['downloads-withdrawn'], { reason: withdrawn })
}

/**
 * A client that reads a file in ranges, or resumes, downloads it once. One request of a customer, for however many
 * files, is one of the downloads of the account's plan.
 */
export async function recordDownloads(
  tx: Tx,
  request: FastifyRequest,
  files: readonly Downloadable[],
  downloader: string,
): Promise<void> {
  const recordedFiles: Downloadable[] = []
  for (const file of files) if (await recordDownload(tx, request, file, downloader)) recordedFiles.push(file)
  const countedFile = recordedFiles.find(({ accountId, isSecurity }) => accountId !== null && !isSecurity)
  const byStaff = request.session !== null && isVendor(request.session.actor)
  if (countedFile && !byStaff) await requireUse(tx, countedFile.accountId!, { facet: MAX_DOWNLOADS, period: 'month' })
}

/** Whether it is a download that was not recorded yet. */
async function recordDownload(
  tx: Tx,
  request: FastifyRequest,
  file: Downloadable,
  downloader: string,
): Promise<boolean> {
  const { bundleId, componentId, releaseId, accountId: account, fileName: what, digest } = file
  const key = componentId === null ? `file ${digest}` : `component ${componentId}`
  const { rows } = await sql`
    insert into downloads (hour, downloader, file) values (date_trunc('hour', now()), ${downloader}, ${key}) on conflict do nothing returning hour`.execute(
    tx,
  )
  if (rows.length === 0) return false
  if (componentId !== null) await countDownload(tx, componentId)
  const kind: EventType = componentId === null ? fileDownloaded : releaseFileDownloaded
  const data = { what, digest, releaseId, ...(downloader.startsWith('person') ? {} : { by: downloader }) }
  await recordEvent(tx, kind, actorOfRequest(request), { account, subject: bundleId, data })
  return true
}

async function findFile({ portal }: UploadContext, session: Session, id: string): Promise<Downloadable | undefined> {
  if (!/^[0-9a-f-]{36}$/.test(id)) return undefined
  if (isVendor(session.actor)) return findStaffFile(portal.db, id)
  const accounts = visibleAccounts(session, downloadReleases)
  const { rows } = await sql<Downloadable>`
    select ${frozenColumns} from release_components c join bundle_releases r on r.id = c.release_id join bundles b on b.id = r.bundle_id
    where c.upload_id = ${id}::uuid and r.status = 'DELIVERED' and r.deleted_at is null and r.account_id = any(${accounts === 'all' ? [] : accounts}::bigint[])
    order by b.downloads_withdrawn, r.delivered_at desc limit 1`.execute(portal.db)
  return rows[0]
}

/** The file of an upload in its current bundle. */
export async function findStaffFile(db: Database | Tx, id: string): Promise<Downloadable | undefined> {
  const { rows } = /^[0-9a-f-]{36}$/.test(id)
    ? await sql<Downloadable>`
        select c.bundle_id as "bundleId", c.file_name as "fileName", c.digest, c.size, null as "componentId", null as "releaseId", null as "accountId", false as "isSecurity", null as withdrawn
        from bundle_components c where c.upload_id = ${id}::uuid and c.status = 'IN_STORAGE'`.execute(db)
    : { rows: [] }
  return rows[0]
}
