import type { Topic } from '#kit/contract/topic.ts'
import type { Database } from '#kit/server/database.ts'
import { createLive, type Live } from '#kit/server/live/live.ts'
import type { LiveSession } from '#kit/server/live/session.ts'
import type { Signal } from '#kit/server/live/wakeups.ts'
import type { PortalConfig, Sessions } from '#kit/server/portal.ts'
import { isSameOrigin } from '#kit/server/serve/guard.ts'
import type { Session } from '#kit/server/session.ts'

/** The live channel of this process, on the sessions of the portal. */
export function openLive(from: {
  config: PortalConfig
  db: Database
  log: (failure: unknown) => void
  wakeups: Signal
  sessions: Sessions
  topics: readonly Topic[]
}): Live {
  const { config, db, sessions, topics, wakeups } = from
  return createLive({
    db,
    topics,
    log: from.log,
    wakeups,
    origins: (request) =>
      request.headers.origin === undefined || isSameOrigin({ config }, request, request.headers.origin),
    async identify(request) {
      const session = await sessions.identify(request)
      return session && liveSession(session)
    },
    async reload(ids) {
      const current = await sessions.reload(ids)
      return current.flatMap((session) => liveSession(session) ?? [])
    },
  })
}

/** A live connection requires a cookie session; API tokens have none. */
function liveSession({ sessionId, actor, impersonator, readOnly, expiresAt }: Session): LiveSession | null {
  if (sessionId === undefined) return null
  return {
    sessionId,
    userId: actor.id,
    actor,
    readOnly,
    expiresAt,
    ...(impersonator ? { impersonatorId: String(impersonator.id) } : {}),
  }
}
