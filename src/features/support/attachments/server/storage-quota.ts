import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { MAX_BYTES } from '#features/accounts/accounts/contract.ts'
import { effectiveLimit } from '#features/accounts/accounts/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { quotaRejections } from '#kit/server/request-metrics.ts'
import { attachmentProblems } from '../contract.ts'

type Holding = { readonly account: string; readonly used: number; readonly limit: number | null }

/** What a multipart body may contain beside its file, at most; the caller chooses its boundary. */
const BESIDE = 8_192

/** Rejects, before a byte is read, a declared length beyond the account's quota. */
export async function checkQuotaByContentLength(
  db: Database,
  accountId: number,
  { headers }: FastifyRequest,
): Promise<void> {
  const size = Math.max(Number(headers['content-length'] ?? 0) - BESIDE, 0)
  const held = await holdingOf(db, accountId)
  rejectBeyond({ ...held, used: held.used + size }, size)
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
  rejectBeyond(await holdingOf(tx, accountId), size)
}

function rejectBeyond({ account, used, limit }: Holding, size: number): void {
  if (limit === null || used <= limit) return
  quotaRejections.inc({ quota: 'storage' })
  throwProblem(attachmentProblems['storage-limit-reached'], { account, used: used - size, limit, size })
}

async function holdingOf(db: Database | Tx, accountId: number): Promise<Holding> {
  const { rows } = await sql<Holding>`
    select a.display_name as account, s.used, ${effectiveLimit(accountId, MAX_BYTES)} as "limit" from account_storage s join accounts a on a.id = s.account_id
    where s.account_id = ${accountId}`.execute(db)
  return rows[0]!
}
