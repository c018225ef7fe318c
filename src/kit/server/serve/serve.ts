import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { type AnyEndpoint, statusOf } from '#kit/contract/endpoint.ts'
import { encryptorFor } from '../encryption.ts'
import { HandlerResponse, JsonStream, matchEtag, RawJson } from '../handler-response.ts'
import type { AppContext } from '../portal.ts'
import { guardOf } from './guard.ts'
import { withIdempotency } from './idempotency.ts'
import type { LazySchema } from './lazy-schema.ts'
import {
  type CommandContext,
  createCommandContext,
  createRequestContext,
  type ReplyOf,
  type RequestContext,
} from './request-context.ts'
import { schemasOf } from './schemas.ts'
import { inTransaction } from './transaction.ts'

/**
 * A handler returns the reply's value, a `HandlerResponse` with an ETag, status or headers, or the reply it has sent
 * itself (a stream).
 */
type Result<E> = ReplyOf<E> | HandlerResponse<ReplyOf<E>> | RawJson | JsonStream | FastifyReply

/** Serves an endpoint that only reads. */
export function serve<E extends AnyEndpoint>(
  portal: AppContext,
  endpoint: E,
  handle: (call: RequestContext<E>) => Promise<Result<E>>,
): void {
  route(portal, endpoint, async (request, reply) =>
    send(endpoint, request, reply, await handle(createRequestContext<E>(request, reply))),
  )
}

/**
 * Serves an endpoint that writes: the handler runs in one transaction (run again on a conflict in PostgreSQL), in which
 * an `Idempotency-Key` is honoured; the response is sent after the commit.
 */
export function registerCommand<E extends AnyEndpoint>(
  portal: AppContext,
  endpoint: E,
  handle: (call: CommandContext<E>) => Promise<Result<E>>,
): void {
  registerPreparedCommand(portal, endpoint, async () => undefined, handle)
}

/**
 * The same; `prepare` runs once before the transaction, for what takes long and would hold a connection meanwhile: files,
 * calls of outside systems.
 */
export function registerPreparedCommand<E extends AnyEndpoint, Preparation>(
  portal: AppContext,
  endpoint: E,
  prepare: (call: RequestContext<E>) => Promise<Preparation>,
  handle: (call: CommandContext<E>, preparation: Preparation) => Promise<Result<E>>,
): void {
  route(portal, endpoint, async (request, reply) => {
    const call = createRequestContext<E>(request, reply)
    const preparation = await prepare(call)
    const leave = await portal.writing.take()
    const result = await inTransaction(portal.db, (tx) =>
      withIdempotency(
        endpoint,
        request,
        tx,
        (text) => textOf(endpoint, reply, text),
        () => handle(createCommandContext(call, tx), preparation),
        endpoint.encryptStoredResponse && encryptorFor(portal.config),
      ),
    ).finally(leave)
    return send(endpoint, request, reply, result)
  })
}

/**
 * Serves an endpoint whose body or response is not JSON (uploads, downloads, redirects): guard and schemas as for
 * others, the rest is done by the handler.
 */
export function registerStream<E extends AnyEndpoint>(
  portal: AppContext,
  endpoint: E,
  handle: (call: RequestContext<E>) => Promise<unknown>,
): void {
  route(portal, endpoint, async (request, reply) => handle(createRequestContext<E>(request, reply)))
}

function route(
  portal: AppContext,
  endpoint: AnyEndpoint,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  portal.endpoints.push(endpoint)
  const { reply, ...schemas } = schemasOf(endpoint)
  const status = statusOf(endpoint)
  let lists: readonly string[] | undefined
  const bodyIsOptional = endpoint.body?.safeParse(undefined).success ?? false
  const options: RouteShorthandOptions = {
    schema: { ...schemas, response: { [status]: reply ?? { type: 'null' } } },
    ...(endpoint.largestBody === undefined ? {} : { bodyLimit: endpoint.largestBody }),
    onRequest: guardOf(portal, endpoint),
    preValidation: async (request: FastifyRequest) => {
      lists ??= listsIn(schemas.querystring)
      splitCommaLists(request, lists)
      // An optional body is empty when absent: Fastify's validation has no absent body.
      if (bodyIsOptional) request.body ??= {}
    },
  }
  portal.http.route({ method: endpoint.method, url: endpoint.url.replace(/\{(\w+)\}/g, ':$1'), ...options, handler })
}

const jsonType = 'application/json; charset=utf-8'

function send(endpoint: AnyEndpoint, request: FastifyRequest, reply: FastifyReply, result: unknown): unknown {
  if (result === reply) return reply
  const { value, options } = result instanceof HandlerResponse ? result : new HandlerResponse<unknown>(result)
  reply.code(options.status ?? statusOf(endpoint)).headers(options.headers ?? {})
  if (options.etag) {
    const matchingEtag = request.method === 'GET' ? matchEtag(request, options.etag) : undefined
    reply.header('etag', matchingEtag ?? options.etag)
    if (matchingEtag) return reply.code(304).send()
  }
  if (value instanceof JsonStream) return reply.header('content-type', jsonType).send(Readable.from(value.pieces))
  if (value instanceof RawJson) {
    return reply
      .header('content-type', jsonType)
      .serializer((text: string) => text)
      .send(value.text)
  }
  return endpoint.reply ? reply.send(value) : reply.send()
}

function textOf(endpoint: AnyEndpoint, reply: FastifyReply, result: unknown): string | null {
  const value = result instanceof HandlerResponse ? result.value : result
  if (value instanceof RawJson) return value.text
  return endpoint.reply ? String(reply.code(statusOf(endpoint)).serialize(value)) : null
}

/** The parameters that may arrive as one text with commas. */
function listsIn(query: LazySchema | undefined): string[] {
  return Object.entries((query?.made.properties ?? {}) as Record<string, { type?: string }>)
    .filter(([name, schema]) => schema.type === 'array' && name !== 'sort')
    .map(([name]) => name)
}

function splitCommaLists(request: FastifyRequest, names: readonly string[]): void {
  const query = request.query as Record<string, unknown>
  for (const name of names) {
    const value = query[name]
    if (typeof value === 'string') query[name] = value.split(',').filter((part) => part !== '')
  }
}
