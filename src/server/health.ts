import { collectDefaultMetrics, Registry } from 'prom-client'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { requestRegistry } from '#kit/server/request-metrics.ts'
import { vendorRegistry } from '#kit/server/vendor/vendor-metrics.ts'
import type { Readiness } from './readiness.ts'

const loopback = /^(127\.|::1$|::ffff:127\.)/

/** For operators: `/healthz` and `/readyz` return one word and nothing else, `/metrics` responds on loopback only. */
export function serveHealth(portal: AppContext, readiness: Readiness): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const metrics = Registry.merge([registry, requestRegistry, vendorRegistry])
  portal.http.get('/healthz', async (_request, reply) => reply.type('text/plain; charset=utf-8').send('ok'))
  portal.http.get('/readyz', async (_request, reply) => {
    const flaw = await readiness.check()
    if (flaw) portal.log.warn({ flaw }, 'not ready')
    return reply
      .code(flaw ? 503 : 200)
      .type('text/plain; charset=utf-8')
      .send(flaw ? 'not ready' : 'ready')
  })
  portal.http.get('/metrics', async (request, reply) => {
    if (!loopback.test(request.socket.remoteAddress ?? '') || request.headers['x-forwarded-for'])
      throwProblem(kitProblems['not-found'])
    return reply.type(metrics.contentType).send(await metrics.metrics())
  })
}
