import type { FastifyInstance } from 'fastify'

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const requestHeaders = 'authorization, content-type, idempotency-key, if-match, if-none-match, x-request-id'
const exposedHeaders = 'etag, idempotent-replay, retry-after, x-request-id, content-disposition'
const DAY_SECONDS = '86400'

/**
 * Lets browser programs of the listed origins call the API with a token (Fetch standard, CORS). Exact origins, never
 * `*`, never with cookies; without a list, no CORS headers are sent.
 */
export function allowOrigins(http: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  http.addHook('onRequest', async ({ headers, method, url }, reply) => {
    if (!url.startsWith('/api/')) return
    reply.header('vary', 'Origin')
    const { origin } = headers
    if (origin === undefined || !origins.includes(origin)) return
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': exposedHeaders })
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': methods,
        'access-control-allow-headers': requestHeaders,
        'access-control-max-age': DAY_SECONDS,
      })
      .send()
  })
}
