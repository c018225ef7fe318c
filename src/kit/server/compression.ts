import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Below this, in characters, the packet headers cost more than compression saves. */
const LEAST = 2048
const json = /^application\/(problem\+)?json\b/
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const fast = { level: 1 }
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const pack = { br: (body: string) => brotli(body, quick), gzip: (body: string) => zip(body, fast) }
const packer = { br: () => createBrotliCompress(quick), gzip: () => createGzip(fast) }

/**
 * Compresses large JSON responses, off the event loop, for callers that accept it (RFC 9110 §12.5.3). Their ETag is
 * weak then, because it names more than one form of the same content (§8.8.3.3). Nothing is compressed for a page of
 * another site, which could learn from the length what a secret has in common with text it chose (BREACH).
 */
export function compressResponses(http: FastifyInstance): void {
  http.addHook('onSend', async (request, reply, payload) => {
    if (!(payload instanceof Readable || (typeof payload === 'string' && payload.length >= LEAST))) return payload
    if (!json.test(String(reply.getHeader('content-type')))) return payload
    const before = reply.getHeader('vary')
    reply.header('vary', before ? `${before}, Accept-Encoding` : 'Accept-Encoding')
    const coding = codingFor(request)
    if (!coding) return payload
    const etag = reply.getHeader('etag')
    if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`)
    reply.header('content-encoding', coding)
    if (typeof payload === 'string') return pack[coding](payload)
    // A failure of one stream ends the other, and Fastify gets the error from the compressed one.
    return pipeline(payload, packer[coding](), () => undefined)
  })
}

/** The better of the encodings that both support; a weight of zero excludes one. */
function codingFor({ headers }: FastifyRequest): 'br' | 'gzip' | undefined {
  const site = headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return undefined
  const acceptedCodings = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]?.trim())
  if (acceptedCodings.includes('br')) return 'br'
  return acceptedCodings.includes('gzip') ? 'gzip' : undefined
}
