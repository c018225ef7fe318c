import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import { Answer, heldOf, JsonPieces, JsonText } from '../answer.ts'
import type { Portal } from '../portal.ts'
import { sealOf } from '../seal.ts'
import { type Call, callOf, type ReplyOf, type WriteCall, writeCallOf } from './call.ts'
import { documentationOf } from './documentation.ts'
import { guardOf } from './guard.ts'
import { answerOnce } from './idempotency.ts'
import type { LateSchema } from './late-schema.ts'
import { schemasOf } from './schemas.ts'
import { inTransaction } from './transaction.ts'

/** A handler answers the reply's value, an `Answer` with an ETag, status or headers, or the reply it has sent itself (a stream). */
type Result<E> = ReplyOf<E> | Answer<ReplyOf<E>> | JsonText | JsonPieces | FastifyReply

/** Serves an endpoint that only reads. */
export function serve<E extends AnyEndpoint>(
  portal: Portal,
  endpoint: E,
  handle: (call: Call<E>) => Promise<Result<E>>,
): void {
  route(portal, endpoint, async (request, reply) =>
    send(endpoint, request, reply, await handle(callOf<E>(request, reply))),
  )
}

/**
 * Serves an endpoint that writes: the handler runs in one transaction (run again when PostgreSQL asks for it), in
 * which an `Idempotency-Key` is honoured; the answer goes out after the commit.
 */
export function serveWrite<E extends AnyEndpoint>(
  portal: Portal,
  endpoint: E,
  handle: (call: WriteCall<E>) => Promise<Result<E>>,
): void {
  route(portal, endpoint, async (request, reply) => {
    const call = callOf<E>(request, reply)
    const leave = await portal.writing.take()
    const result = await inTransaction(portal.db, (tx) =>
      answerOnce(
        endpoint,
        request,
        tx,
        (text) => textOf(endpoint, reply, text),
        () => handle(writeCallOf(call, tx)),
        endpoint.secretReply && sealOf(portal.config),
      ),
    ).finally(leave)
    return send(endpoint, request, reply, result)
  })
}

/** Serves an endpoint whose body or answer is not JSON (uploads, downloads, redirects): guard and schemas as ever, the rest is the handler's. */
export function serveStream<E extends AnyEndpoint>(
  portal: Portal,
  endpoint: E,
  handle: (call: Call<E>) => Promise<unknown>,
): void {
  route(portal, endpoint, async (request, reply) => handle(callOf<E>(request, reply)))
}

function route(
  portal: Portal,
  endpoint: AnyEndpoint,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  portal.endpoints.push(endpoint)
  const { reply, ...schemas } = schemasOf(endpoint)
  const status = statusOf(endpoint)
  let lists: readonly string[] | undefined
  const bodyIsOptional = endpoint.body?.safeParse(undefined).success ?? false
  const options: RouteShorthandOptions = {
    schema: { ...schemas, ...documentationOf(endpoint), response: { [status]: reply ?? { type: 'null' } } },
    onRequest: guardOf(portal, endpoint),
    preValidation: async (request: FastifyRequest) => {
      lists ??= listsIn(schemas.querystring)
      splitLists(request, lists)
      // A body that may be left out is empty then: Fastify's validation knows no absent one.
      if (bodyIsOptional) request.body ??= {}
    },
  }
  portal.http.route({ method: endpoint.method, url: endpoint.url.replace(/\{(\w+)\}/g, ':$1'), ...options, handler })
}

const jsonType = 'application/json; charset=utf-8'

function send(endpoint: AnyEndpoint, request: FastifyRequest, reply: FastifyReply, result: unknown): unknown {
  if (result === reply) return reply
  const { value, options } = result instanceof Answer ? result : new Answer<unknown>(result)
  reply.code(options.status ?? statusOf(endpoint)).headers(options.headers ?? {})
  if (options.etag) {
    const held = request.method === 'GET' ? heldOf(request, options.etag) : undefined
    reply.header('etag', held ?? options.etag)
    if (held) return reply.code(304).send()
  }
  if (value instanceof JsonPieces) return reply.header('content-type', jsonType).send(Readable.from(value.pieces))
  if (value instanceof JsonText) {
    return reply
      .header('content-type', jsonType)
      .serializer((text: string) => text)
      .send(value.text)
  }
  return endpoint.reply ? reply.send(value) : reply.send()
}

function textOf(endpoint: AnyEndpoint, reply: FastifyReply, result: unknown): string | null {
  const value = result instanceof Answer ? result.value : result
  if (value instanceof JsonText) return value.text
  return endpoint.reply ? String(reply.code(statusOf(endpoint)).serialize(value)) : null
}

function statusOf(endpoint: AnyEndpoint): number {
  return endpoint.status ?? (endpoint.reply ? 200 : 204)
}

/** The parameters that may come as one text with commas. */
function listsIn(query: LateSchema | undefined): string[] {
  return Object.entries((query?.made.properties ?? {}) as Record<string, { type?: string }>)
    .filter(([name, schema]) => schema.type === 'array' && name !== 'sort')
    .map(([name]) => name)
}

function splitLists(request: FastifyRequest, names: readonly string[]): void {
  const query = request.query as Record<string, unknown>
  for (const name of names) {
    const value = query[name]
    if (typeof value === 'string') query[name] = value.split(',').filter((part) => part !== '')
  }
}
