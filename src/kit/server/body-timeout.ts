import type { FastifyInstance } from 'fastify'

const MOST_MS = 10_000

/**
 * Closes a connection whose body has not arrived after 10 seconds. Files have two minutes (Node's `requestTimeout`);
 * all other bodies are at most a megabyte.
 */
export function closeSlowUploads(http: FastifyInstance): void {
  http.addHook('onRequest', async ({ headers, raw }) => {
    // Without a body nothing is read, so there is no end of one to wait for.
    if ((headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined) return
    if (/^(multipart\/|application\/offset\+octet-stream)/.test(headers['content-type'] ?? '')) return
    const timer = setTimeout(() => raw.destroy(), MOST_MS)
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
  })
}
