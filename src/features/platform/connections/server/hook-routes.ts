import type { FastifyInstance } from 'fastify'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { networkOf } from '#kit/server/client-address.ts'
import { type DescribedOperation, describedProblems } from '#kit/server/describe/described-operation.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { requireParsable } from '#kit/server/serve/body.ts'
import { sharedRead } from '#kit/server/shared-read.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import type { ConnectionPorts } from './adapter.ts'
import type { OpenConnection } from './open-connections.ts'
import { simulatedFault } from './simulated-faults.ts'
import { hookEventStore } from './store-hook-events.ts'

const WINDOW_MS = 5 * 60_000
const LARGEST = 1024 * 1024
/** Requests of one network that are not signed correctly. */
const unsignedLimit = { count: 60, seconds: 60 }

const receiveHook: DescribedOperation = {
  name: 'receiveHook',
  method: 'POST',
  url: '/api/hooks/{system}/{account}',
  tag: 'Hooks',
  summary: 'Receive an event from an outside system, signed as its connector declares',
  description: 'Needs the signature that the connector of the system declares, made within five minutes.',
  security: [],
  parameters: ['system', 'account'].map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
  requestBody: { required: true, content: { 'application/json': { schema: {} } } },
  responses: {
    '204': { description: 'Stored, or known before' },
    ...describedProblems('sign-in-required', 'body-unreadable'),
  },
}

/**
 * Accepts events of outside systems: a request with the agreed signature, sent within five minutes. The response is sent
 * as soon as the event is stored; a job handles it. A known event changes nothing. Where more arrive than can be stored,
 * senders get 429.
 */
export function serveHooks(portal: AppContext, { adapters }: ConnectionPorts, open: OpenConnection): void {
  const { db } = portal

  const store = hookEventStore(db)
  /** The connection and its simulated fault, read once for the requests that arrive together. */
  const read = sharedRead(async (id) => ({
    opened: await open(id).catch(unlessUnknown),
    fault: await simulatedFault(portal, id),
  }))

  portal.operations.push(receiveHook)
  portal.http.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers()
    // The signature is over the bytes that were sent.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LARGEST }, (_request, body, finish) =>
      finish(null, body),
    )
    scope.post('/api/hooks/:system/:account', { config: { operation: receiveHook.name } }, async (request, reply) => {
      const { system, account } = request.params as { system: string; account: string }
      const body = typeof request.body === 'string' ? request.body : ''
      requireParsable(body)
      const adapter = adapters.find((one) => one.system === system && one.hook)
      const id = adapter && `${adapter.port}:${account}`
      const { opened: openConnection, fault } = id ? await read(id) : {}
      const secret = openConnection?.settings[adapter?.hook?.secret ?? '']
      const event = secret ? adapter?.hook?.scheme({ headers: request.headers, body }, secret) : undefined
      if (!id || !event || Math.abs(Date.now() - event.at) > WINDOW_MS) {
        portal.limits?.take(unsignedLimit, `hooks ${networkOf(request.ip)}`)
        // The same response for an unknown connection, a wrong signature and a late event.
        throwProblem(kitProblems['sign-in-required'])
      }
      const hookEvent = { connection: id, eventId: event.id, content: jsonText(body) }
      await Promise.all([store(hookEvent), ...(fault === 'DUPLICATE' ? [store(hookEvent)] : [])])
      return reply.code(204).send()
    })
  })
}

function jsonText(body: string): string {
  try {
    JSON.parse(body)
    return body
  } catch {
    throwProblem(kitProblems['body-unreadable'], { reason: 'it is not JSON' })
  }
}

function unlessUnknown(failure: unknown): undefined {
  if (!(failure instanceof IntegrationError)) throw failure
}
