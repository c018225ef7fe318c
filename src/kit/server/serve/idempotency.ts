import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type AnyEndpoint, statusOf } from '#kit/contract/endpoint.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Database, Tx } from '../database.ts'
import type { Encryptor } from '../encryption.ts'
import { HandlerResponse, RawJson } from '../handler-response.ts'
import { throwFieldProblem, throwProblem } from '../http-problem.ts'

const PURPOSE = 'idempotent response'

/**
 * Honours `Idempotency-Key` on a POST: the first response is stored in the transaction of the write and returned again
 * for 24 hours (per user); with `encrypt` it is stored encrypted. The same key with another request is 422; while the
 * first is in progress it is 409.
 */
export async function withIdempotency<Result>(
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  tx: Tx,
  textOf: (result: Result) => string | null,
  handle: () => Promise<Result>,
  encrypt?: Encryptor | undefined,
): Promise<Result | HandlerResponse<unknown>> {
  const key = request.headers['idempotency-key']
  const userId = request.session?.userId
  if (endpoint.method !== 'POST' || key === undefined || userId === undefined) return handle()
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throwFieldProblem('Idempotency-Key', 'must be 1 to 255 visible ASCII characters')

  const lock = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${userId} ${key}`}, 7)) as got`.execute(tx)
  if (!lock.rows[0]!.got) throwProblem(kitProblems['idempotency-key-busy'])
  const requestHash = hashOf(request)
  const storedResponse = await tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'headers', 'body'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('at', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirst()
  if (storedResponse) {
    if (!storedResponse.request_hash.equals(requestHash)) throwProblem(kitProblems['idempotency-key-reused'])
    const headers = { ...(storedResponse.headers as Record<string, string>), 'idempotent-replay': 'true' }
    return new HandlerResponse<unknown>(
      storedResponse.body === null
        ? undefined
        : new RawJson(
            encrypt ? encrypt.open(Buffer.from(storedResponse.body, 'base64'), PURPOSE) : storedResponse.body,
          ),
      {
        status: storedResponse.status,
        headers,
      },
    )
  }

  const result = await handle()
  const options = result instanceof HandlerResponse ? result.options : {}
  const text = textOf(result)
  const keptResponse = {
    request_hash: requestHash,
    status: options.status ?? statusOf(endpoint),
    headers: JSON.stringify({ ...options.headers, ...(options.etag ? { etag: options.etag } : {}) }),
    body: text !== null && encrypt ? encrypt.close(text, PURPOSE).toString('base64') : text,
  }
  await tx
    .insertInto('idempotency_keys')
    .values({ user_id: userId, key, ...keptResponse })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doUpdateSet({ ...keptResponse, at: sql`now()` }))
    .execute()
  return result
}

function hashOf(request: FastifyRequest): Buffer {
  return createHash('sha256')
    .update(`${request.method} ${request.url}\n`)
    .update(JSON.stringify(request.body ?? null))
    .digest()
}

/** Deletes the responses stored for repeated calls that are older than a day. */
export async function deleteOldResponses(db: Database): Promise<void> {
  await sql`delete from idempotency_keys where at < now() - interval '24 hours'`.execute(db)
}

/** Deletes the responses stored for the repeated calls of a user. */
export async function deleteResponsesOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute()
}
