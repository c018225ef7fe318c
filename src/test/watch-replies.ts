import { appendFileSync, mkdirSync } from 'node:fs'
import type { FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import type { Feature } from '#kit/server/portal.ts'

/**
 * Where each test process writes the operations that it called successfully; `tools/test.mjs` compares them with
 * openapi.json.
 */
const drivenFile = `.cache/driven/${process.pid}.txt`

/**
 * Checks every response of the product while tests run: a success must have the shape that the contract declares (also
 * where PostgreSQL made the text), and is recorded as tested; an error response has no `{name}` left in its text.
 */
export const watchReplies: Feature = {
  name: 'watch replies',
  serve(portal) {
    const endpointOf = (request: FastifyRequest): AnyEndpoint | undefined => {
      const url = request.routeOptions.url?.replace(/:(\w+)/g, '{$1}')
      return portal.endpoints.find((endpoint) => endpoint.url === url && endpoint.method === request.method)
    }
    portal.http.addHook('onSend', async (request, reply, payload) => {
      if (reply.statusCode >= 400 && typeof payload === 'string' && /"detail":"[^"]*\{\w+\}/.test(payload))
        throw new Error(`${request.method} ${request.url} rejects with a gap in its words: ${payload}`)
      const shape = endpointOf(request)?.reply
      const json = String(reply.getHeader('content-type') ?? '').startsWith('application/json')
      if (!shape || !json || reply.statusCode >= 300 || typeof payload !== 'string') return payload
      const { success, error } = shape.safeParse(JSON.parse(payload))
      if (!success)
        throw new Error(
          `${request.method} ${request.url} returns what its contract does not promise: ${JSON.stringify(error?.issues.slice(0, 5))}`,
        )
      return payload
    })
    portal.http.addHook('onResponse', async (request, reply) => {
      // Calls of outside systems are described at their route; we have no caller for them, and so no contract.
      const name = endpointOf(request)?.name ?? request.routeOptions.config.operation ?? request.operation
      if (!name || reply.statusCode >= 400) return
      mkdirSync('.cache/driven', { recursive: true })
      appendFileSync(drivenFile, `${name}\n`)
    })
  },
}
