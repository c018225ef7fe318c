import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '#kit/server/portal.ts'
import { providerIn } from '../external/provider-in.ts'
import { type AttemptLog, attemptLog } from './attempt-log.ts'

/** The test sign-in with that id when it waits to start and the user who set it up starts it; undefined otherwise. */
export async function beginTest(
  portal: AppContext,
  request: FastifyRequest,
  id: string | undefined,
): Promise<AttemptLog | undefined> {
  if (!id || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return undefined
  const session = await portal.identify(request)
  if (!session?.sessionId) return undefined
  const provider = providerIn(request)
  const attempt = await portal.db
    .selectFrom('sign_in_attempts')
    .select('provider_id')
    .where('id', '=', id)
    .where('kind', '=', 'TEST')
    .where('started_by', '=', session.userId)
    .where('outcome', '=', 'UNDER_WAY')
    .where(sql<boolean>`steps = '[]' and at > now() - interval '10 minutes'`)
    .executeTakeFirst()
  return attempt?.provider_id === provider ? attemptLog(portal, { id, provider, test: true }) : undefined
}
