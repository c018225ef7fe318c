import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import type { Upload } from '../files/receive-upload.ts'
import { HandlerResponse, RawJson } from '../handler-response.ts'
import type { AppContext } from '../portal.ts'
import { withIdempotency } from './idempotency.ts'
import { type CommandContext, createCommandContext, type RequestContext } from './request-context.ts'
import { inTransaction } from './transaction.ts'

/**
 * Inserts the row of an upload in a transaction, as any write: an `Idempotency-Key` applies here too, the file's digest
 * being part of the compared request.
 */
export async function respondToUpload<E extends AnyEndpoint, Reply>(
  portal: AppContext,
  endpoint: E,
  call: RequestContext<E>,
  upload: Pick<Upload, 'digest' | 'filename'>,
  write: (call: CommandContext<E>) => Promise<Reply>,
): Promise<unknown> {
  const { request, reply } = call
  request.body = { digest: upload.digest, filename: upload.filename }
  const result = await inTransaction(portal.db, (tx) =>
    withIdempotency(endpoint, request, tx, JSON.stringify, () => write(createCommandContext(call, tx))),
  )
  if (!(result instanceof HandlerResponse)) return reply.code(201).send(result)
  const text = result.value instanceof RawJson ? result.value.text : JSON.stringify(result.value)
  return reply
    .code(result.options.status ?? 201)
    .headers(result.options.headers ?? {})
    .type('application/json; charset=utf-8')
    .serializer(String)
    .send(text)
}
