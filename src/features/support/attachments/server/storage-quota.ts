import type { FastifyRequest } from 'fastify'
import { MAX_BYTES } from '#features/accounts/accounts/contract.ts'
import { limitExceeded } from '#features/accounts/accounts/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { attachmentProblems } from '../contract.ts'

/** What a multipart body may contain beside its file, at most; the caller chooses its boundary. */
const BESIDE = 8_192

/** Rejects, before a byte is read, a declared length beyond the account's quota. */
export async function checkQuotaByContentLength(
  db: Database,
  accountId: number,
  { headers }: FastifyRequest,
): Promise<void> {
  const size = Math.max(Number(headers['content-length'] ?? 0) - BESIDE, 0)
  await rejectBeyond(db, accountId, { count: (await bytesOf(db, accountId)) + size, size })
}

/**
 * Rejects the transaction when its additions exceed the quota. The account's row is locked since then, so however many
 * add something at once, together they stay within the limit.
 */
export async function requireStorageQuota(
  tx: Tx,
  accountId: number,
  { size }: { readonly size: number },
): Promise<void> {
  await rejectBeyond(tx, accountId, { count: await bytesOf(tx, accountId), size })
}

async function rejectBeyond(
  db: Database | Tx,
  accountId: number,
  { count, size }: { count: number; size: number },
): Promise<void> {
  const reachedLimit = await limitExceeded(db, accountId, { facet: MAX_BYTES, used: async () => count, added: size })
  if (reachedLimit) throwProblem(attachmentProblems['storage-limit-reached'], { ...reachedLimit, size })
}

async function bytesOf(db: Database | Tx, accountId: number): Promise<number> {
  const { used: usedBytes } = await db
    .selectFrom('account_storage')
    .select('used')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return usedBytes
}
