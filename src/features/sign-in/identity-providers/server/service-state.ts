import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#kit/server/portal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The recent service state; stored for the sign-in pages. */
    services?: ServiceState
  }
}

/** The public health of the portal: all is well, work is delayed, or it cannot work. */
export type ServiceState = 'running' | 'slow' | 'interrupted'

const KEPT_MS = 10_000

/** Gives the sign-in pages the service state. Read at most once in ten seconds, and awaited only once. */
export function checkServiceStatus(scope: FastifyInstance, { pool }: Pick<AppContext, 'pool'>): void {
  let serviceState: ServiceState | undefined
  let until = 0
  async function look(): Promise<void> {
    until = Date.now() + KEPT_MS
    serviceState = await pool.query<{ late: boolean }>(lateWork).then(
      ({ rows }) => (rows[0]?.late ? 'slow' : 'running'),
      () => 'interrupted' as const,
    )
  }
  scope.addHook('onRequest', async (request) => {
    if (Date.now() > until) {
      const check = look()
      if (serviceState === undefined) await check
    }
    if (serviceState) request.services = serviceState
  })
}

/** Events that no process handled, or mail that no server accepted, for more than a minute. */
const lateWork = `select exists (select 1 from events where seq is null and at < now() - interval '1 minute')
  or exists (select 1 from mail_outbox where state = 'FAILED' and created_at > now() - interval '1 hour') as late`
