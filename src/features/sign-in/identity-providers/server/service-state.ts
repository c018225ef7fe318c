import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#kit/server/portal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** How the portal fared a moment ago; set for the pages of signing in. */
    services?: ServiceState
  }
}

/** What everybody may know of the portal's health: all is well, work waits longer than it should, or it cannot work. */
export type ServiceState = 'running' | 'slow' | 'interrupted'

const KEPT_MS = 10_000

/** Tells the pages of signing in how the portal fares. Looked up once in ten seconds at most, and waited for only once. */
export function checkServiceStatus(scope: FastifyInstance, { pool }: Pick<AppContext, 'pool'>): void {
  let known: ServiceState | undefined
  let until = 0
  async function look(): Promise<void> {
    until = Date.now() + KEPT_MS
    known = await pool.query<{ late: boolean }>(lateWork).then(
      ({ rows }) => (rows[0]?.late ? 'slow' : 'running'),
      () => 'interrupted' as const,
    )
  }
  scope.addHook('onRequest', async (request) => {
    if (Date.now() > until) {
      const looked = look()
      if (known === undefined) await looked
    }
    if (known) request.services = known
  })
}

/** Events that nobody took up, or mail that no server takes, for more than a minute. */
const lateWork = `select exists (select 1 from events where seq is null and at < now() - interval '1 minute')
  or exists (select 1 from mail_outbox where state = 'FAILED' and created_at > now() - interval '1 hour') as late`
