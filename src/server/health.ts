import { collectDefaultMetrics, Registry } from 'prom-client'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Portal } from '#kit/server/portal.ts'
import { refuse } from '#kit/server/refusal.ts'
import { vendorRegistry } from '#kit/server/vendor/vendor-metrics.ts'

const loopback = /^(127\.|::1$|::ffff:127\.)/

/** For operators: `/healthz` and `/readyz` say a word and nothing else, `/metrics` answers on loopback only. */
export function serveHealth(portal: Portal): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const metrics = Registry.merge([registry, vendorRegistry])
  portal.http.get('/healthz', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send('ok'),
  )
  portal.http.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const ready = await portal.pool.query('select 1').then(
      () => true,
      () => false,
    )
    return reply
      .code(ready ? 200 : 503)
      .type('text/plain; charset=utf-8')
      .send(ready ? 'ready' : 'not ready')
  })
  portal.http.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!loopback.test(request.socket.remoteAddress ?? '') || request.headers['x-forwarded-for'])
      refuse(kitProblems['not-found'])
    return reply.type(metrics.contentType).send(await metrics.metrics())
  })
}
