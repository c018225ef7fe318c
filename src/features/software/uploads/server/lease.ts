import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { throwProblem } from '#kit/server/http-problem.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { type UploadState, uploadProblems } from '../contract.ts'
import type { UploadContext } from './upload-context.ts'
import { findUpload, publishProgress, type StoredUpload, uploadColumns } from './upload-store.ts'

/**
 * The right to write one upload, until `leased_until`: renewed with each report, so that a dead process loses it soon.
 */
export type Lease = { readonly id: string; readonly token: string }

/** Thrown when the upload was cancelled, or taken over by another writer. */
export class LeaseLost extends Error {}

/** How long the lease of a writer lasts that is not renewed, in milliseconds. */
const WRITING_MS = 5_000
/**
 * The same of a job that saves. It is longer: a process that is busy for some seconds would lose the lease to a job of
 * its own, which begins from the start and loses it again.
 */
export const SAVING_MS = 20_000

/**
 * Takes the lease of an upload in one of these states; rejects with 409 when it is in another, with 423 when another
 * writer has it.
 */
export async function takeLease(
  context: UploadContext,
  id: string,
  { from, to }: { from: readonly UploadState[]; to: UploadState },
): Promise<{ lease: Lease; upload: StoredUpload }> {
  const token = randomUUID()
  const { rows } = await sql<StoredUpload>`
    update uploads u set state = ${to}, lease = ${token}::uuid, leased_until = clock_timestamp() + ${to === 'SAVING' ? SAVING_MS : WRITING_MS} * interval '1 millisecond', updated_at = clock_timestamp()
    where u.id::text = ${id} and u.state = any(${from}::text[]) and (u.leased_until is null or u.leased_until < clock_timestamp())
    returning ${uploadColumns}`.execute(context.portal.db)
  if (rows[0]) return { lease: { id, token }, upload: rows[0] }
  const { state } = await findUpload(context.portal.db, id)
  if (!from.includes(state)) throwProblem(uploadProblems['upload-finished'], { state })
  throwProblem(uploadProblems['upload-busy'], {}, { headers: { 'retry-after': '1' } })
}

/** Stores the progress, renews the lease, and notifies open pages. */
export async function renewLease(
  context: UploadContext,
  { id, token }: Lease,
  now: { received?: number; digested?: number },
): Promise<StoredUpload> {
  return inTransaction(context.portal.db, async (tx) => {
    const { rows } = await sql<StoredUpload>`
      update uploads u set received = coalesce(${now.received ?? null}::bigint, received), digested = coalesce(${now.digested ?? null}::bigint, digested),
        leased_until = clock_timestamp() + (case state when 'SAVING' then ${SAVING_MS}::int else ${WRITING_MS}::int end) * interval '1 millisecond', updated_at = clock_timestamp()
      where u.id::text = ${id} and u.lease = ${token}::uuid returning ${uploadColumns}`.execute(tx)
    const upload = rows[0]
    if (!upload) throw new LeaseLost()
    await publishProgress(context, tx, upload)
    return upload
  })
}

/** Releases the lease, so that the next request need not wait. */
export async function release({ portal }: UploadContext, { id, token }: Lease): Promise<void> {
  await sql`update uploads set lease = null, leased_until = null where id::text = ${id} and lease = ${token}::uuid`.execute(
    portal.db,
  )
}
