import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import { Answer, JsonText } from '#kit/server/answer.ts'
import type { Portal } from '#kit/server/portal.ts'
import { type Call, type WriteCall, writeCallOf } from '#kit/server/serve/call.ts'
import { answerOnce } from '#kit/server/serve/idempotency.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import type { Upload } from './receive-upload.ts'

/**
 * Writes the row of an upload in a transaction, as any write: an `Idempotency-Key` holds here too, the file's digest being
 * part of what the request says.
 */
export async function answerUpload<E extends AnyEndpoint, Reply>(
  portal: Portal,
  endpoint: E,
  call: Call<E>,
  upload: Upload,
  write: (call: WriteCall<E>) => Promise<Reply>,
): Promise<unknown> {
  const { request, reply } = call
  request.body = { digest: upload.digest, filename: upload.filename }
  const result = await inTransaction(portal.db, (tx) =>
    answerOnce(endpoint, request, tx, JSON.stringify, () => write(writeCallOf(call, tx))),
  )
  if (!(result instanceof Answer)) return reply.code(201).send(result)
  const text = result.value instanceof JsonText ? result.value.text : JSON.stringify(result.value)
  return reply
    .code(result.options.status ?? 201)
    .headers(result.options.headers ?? {})
    .type('application/json; charset=utf-8')
    .serializer(String)
    .send(text)
}
