import type { FastifyInstance } from 'fastify'
import type { ProblemDocument } from '#kit/contract/problem.ts'

/**
 * Sends the problems of a scope in the form of another API. With `type`, all JSON of the scope has that media type;
 * without one, problems are plain JSON.
 */
export function sendProblemsAs(http: FastifyInstance, form: (problem: ProblemDocument) => object, type?: string): void {
  http.addHook('preSerialization', async (_request, reply, payload) => {
    const isProblem = String(reply.getHeader('content-type')).startsWith('application/problem+json')
    if (type || isProblem) reply.header('content-type', `${type ?? 'application/json'}; charset=utf-8`)
    return isProblem ? form(payload as ProblemDocument) : payload
  })
}

/** Parses bodies of another media type (`application/….+json`) as JSON, in requests of these methods. */
export function acceptAsJson(http: FastifyInstance, type: string, methods: readonly string[]): void {
  http.addHook('onRequest', async (request) => {
    const [contentType, ...parameters] = (request.headers['content-type'] ?? '').split(';')
    if (contentType?.trim().toLowerCase() === type && methods.includes(request.method))
      request.headers['content-type'] = ['application/json', ...parameters].join(';')
  })
}
