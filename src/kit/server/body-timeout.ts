import type { FastifyInstance } from 'fastify'

const MOST_MS = 10_000

/**
 * Closes a connection whose body has not arrived after 10 seconds. Files have two minutes (Node's `requestTimeout`);
 * all other bodies are at most a megabyte.
 */
export function closeSlowUploads(http: FastifyInstance): void {
  http.addHook('onRequest', async ({ headers, raw }) => {
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
    if (/^(multipart\/|application\/offset\+octet-stream)/.test(headers['content-type'] ?? '')) return
    const timer = setTimeout(() => raw.destroy(), MOST_MS)
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
  })
}
