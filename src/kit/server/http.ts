import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import fastifyCookie from '@fastify/cookie'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Problem } from '#kit/contract/problem.ts'
import { forwardedFor } from './client-address.ts'
import { compressResponses } from './compression.ts'
import { allowOrigins } from './cors.ts'
import { isDatabaseDown, sqlState } from './database.ts'
import { HttpProblem, problemDocument } from './http-problem.ts'
import { limitConnections } from './limit-connections.ts'
import { LEAST_PACE, type LeastPace, limitSlowBodies } from './limit-slow-bodies.ts'
import { respondToMalformedRequest } from './malformed-request.ts'
import type { PortalConfig } from './portal.ts'
import { abortedRequests } from './request-metrics.ts'

import { findInvalidText, parseJsonBodies } from './serve/body.ts'
import { buildSerializer } from './serve/serialisation.ts'
import { compileValidator } from './serve/validation.ts'

const JSON_LIMIT = 1_048_576
const requestIdForm = /^[A-Za-z0-9._-]{8,64}$/

/** Called with every error before it is sent, for the audit of denied attempts; returns the decision id of a 403. */
export type OnProblem = (request: FastifyRequest, problem: HttpProblem) => Promise<string | undefined>

/**
 * The HTTP server with the rules for every response: limits and short time-outs, one JSON parser, security headers, a
 * request id, problem documents for every failure.
 */
export async function createHttp(options: {
  config: PortalConfig
  log: Logger
  onProblem: OnProblem
  leastPace?: LeastPace
}): Promise<FastifyInstance> {
  const { config, log, leastPace = LEAST_PACE } = options
  const http = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request: IncomingMessage) => ownRequestId(request) ?? randomUUID(),
    trustProxy: config.trustedProxies.length ? config.trustedProxies : false,
    bodyLimit: JSON_LIMIT,
    connectionTimeout: 0,
    // A body may take as long as it keeps coming: `limitSlowBodies`.
    requestTimeout: 0,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 16_384 },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512, caseSensitive: true },
    exposeHeadRoutes: true,
    schemaController: { compilersFactory: { buildSerializer } },
    return503OnClosing: false,
    clientErrorHandler: respondToMalformedRequest,
    frameworkErrors: (failure, request, reply) => void rejectWith(options, failure, request, reply),
  })
  http.setValidatorCompiler(compileValidator)
  if (config.trustedProxies.length > 0)
    http.addHook('onRequest', async ({ raw: { headers } }) => {
      const forwardedHeader = headers['x-forwarded-for']
      if (forwardedHeader !== undefined) headers['x-forwarded-for'] = forwardedFor(String(forwardedHeader))
    })
  parseJsonBodies(http)
  await http.register(fastifyCookie)
  http.decorateRequest('session', null)
  addSecurityHeaders(http, config)
  allowOrigins(http, config.allowedOrigins)
  limitSlowBodies(http, leastPace)
  compressResponses(http)
  limitConnections(http.server, config)
  http.setErrorHandler((failure: FastifyError, request, reply) => rejectWith(options, failure, request, reply))
  return http
}

/** Sends any failure as a problem document; an unexpected one is logged and sent without internal details. */
async function rejectWith(
  { config, log, onProblem }: { config: PortalConfig; log: Logger; onProblem: OnProblem },
  failure: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const problem = toHttpProblem(failure)
  const about = { err: failure, requestId: request.id, url: request.routeOptions?.url }
  if (request.raw.aborted || request.raw.socket.destroyed) {
    abortedRequests.inc()
    log.info(about, 'a request was aborted by its client')
  } else if (problem.problem.status === 500 || problem.problem.status === 503 || problem.problem.status === 507)
    log.error(about, 'a request failed')
  const decision = await onProblem(request, problem).catch((problem: unknown) => {
    log.error({ err: problem }, 'a rejection was not recorded')
    return undefined
  })
  // All headers once more: a request that is rejected before its first hook has none yet.
  reply.code(problem.problem.status).headers({ ...securityHeaders(config), ...problem.extras.headers })
  if (problem.problem.status === 503) reply.header('retry-after', '2')
  const instance = request.url.split('?')[0] ?? ''
  const body = problemDocument(problem, { instance, requestId: request.id, decision })
  return reply.header('content-type', 'application/problem+json; charset=utf-8').serializer(JSON.stringify).send(body)
}

/** Error codes of a full, read-only, missing or failing disk, and of too many open files. */
const diskCodes = new Set('ENOSPC EDQUOT EROFS EIO EACCES EPERM ENOTDIR EISDIR EEXIST EMFILE ENFILE'.split(' '))

/** The problem that a caller gets for a failure. */
export function toHttpProblem(failure: Error): HttpProblem {
  if (failure instanceof HttpProblem) return failure
  if (isDatabaseDown(failure)) return new HttpProblem(kitProblems['temporarily-unavailable'])
  const code = 'code' in failure ? String(failure.code) : ''
  const status = 'statusCode' in failure ? Number(failure.statusCode) : 500
  if (diskCodes.has(code)) return new HttpProblem(kitProblems['temporarily-unavailable'])
  if (code === 'FST_ERR_BAD_URL') return new HttpProblem(kitProblems['request-malformed'])
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new HttpProblem(kitProblems['media-type-unsupported'])
  if (status === 413) return new HttpProblem(kitProblems['payload-too-large'], { limit: '1 MB' })
  // A part of the address that is longer than any name or id.
  if (status === 414) return new HttpProblem(kitProblems['not-found'])
  if (status === 415) return new HttpProblem(kitProblems['media-type-unsupported'])
  if (status >= 400 && status < 500)
    return new HttpProblem(kitProblems['body-unreadable'], { reason: 'it is malformed' })
  // A value that passed its schema and PostgreSQL cannot store (a number out of range, an invalid text).
  if (['22003', '22021', '22P02', '22007', '22008', '22P05'].includes(sqlState(failure) ?? ''))
    return new HttpProblem(kitProblems['validation-failed'])
  if (sqlState(failure) === '23505') return new HttpProblem(kitProblems['already-exists'])
  return new HttpProblem(kitProblems['internal-error'])
}

function addSecurityHeaders(http: FastifyInstance, config: PortalConfig): void {
  const headers = securityHeaders(config)
  http.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
    const problem = framingProblem(request.raw)
    if (problem) {
      // What follows on the connection may not be what its sender meant.
      reply.header('connection', 'close')
      throw new HttpProblem(problem)
    }
    const flaw = findInvalidText(request.query, 'query') ?? findInvalidText(request.params, 'path')
    if (flaw) throw new HttpProblem(kitProblems['validation-failed'], {}, { fields: [flaw] })
    if (hasNul(request.url)) throw new HttpProblem(kitProblems['request-malformed'])
  })
}

function securityHeaders({ publicUrl }: PortalConfig): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    ...(publicUrl?.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

/** Requests that a server must reject (RFC 9112, 2.3, 3.2, 6.1) and Node's parser accepts. */
function framingProblem({ httpVersion, rawHeaders, headers }: IncomingMessage): Problem | undefined {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts > 1 || (httpVersion !== '1.1' && httpVersion !== '1.0')) return kitProblems['request-malformed']
  const coding = headers['transfer-encoding']
  return coding === undefined || coding.toLowerCase() === 'chunked'
    ? undefined
    : kitProblems['transfer-coding-unsupported']
}

function hasNul(url: string): boolean {
  return url.includes('%00')
}

function ownRequestId(request: IncomingMessage): string | undefined {
  const givenId = request.headers['x-request-id']
  return typeof givenId === 'string' && requestIdForm.test(givenId) ? givenId : undefined
}
