import type { IncomingHttpHeaders } from 'node:http'
import { encryptorFor } from '#kit/server/encryption.ts'
import type { AppContext, Sessions } from '#kit/server/portal.ts'
import type { Session } from '#kit/server/session.ts'
import { cookieNames } from './cookie-names.ts'
import { credentialsOf } from './credentials.ts'
import { loadSession, loadSessions } from './load-session.ts'
import { watchSessions } from './watch-sessions.ts'

/** Cached sessions are never older than this, even if a change notification was lost. */
const MEMORY_MS = 1_000
const MEMORY_SIZE = 20_000

type CachedSession = { readonly until: number; readonly session: Promise<Session | null> }

/**
 * Finds the user of a request. A session is read at most once a second; a change on any node drops the cached session
 * at once.
 */
export function openSessions(
  from: Pick<AppContext, 'config' | 'db' | 'pool' | 'log'> & { databaseUrl: string },
): Sessions {
  const { db } = from
  const encrypt = encryptorFor(from.config)
  const { access } = cookieNames(from.config)
  const sessionsByKey = new Map<string, CachedSession>()
  const listeners: Parameters<Sessions['onChange']>[0][] = []

  const watch = watchSessions(from.databaseUrl, from.log, (change) => {
    sessionsByKey.clear()
    for (const listener of listeners) listener(change)
  })

  async function identify({ headers }: { readonly headers: IncomingHttpHeaders }): Promise<Session | null> {
    const credentials = credentialsOf(headers, access)
    if (!credentials) return null
    const now = Date.now()
    const cachedSession = sessionsByKey.get(credentials.key)
    if (cachedSession && cachedSession.until > now) return alive(await cachedSession.session)
    if (sessionsByKey.size >= MEMORY_SIZE) sessionsByKey.clear()
    const session = loadSession(from, encrypt, credentials)
    sessionsByKey.set(credentials.key, { until: now + MEMORY_MS, session })
    session.catch(() => sessionsByKey.delete(credentials.key))
    return alive(await session)
  }

  return {
    identify,
    forget({ headers }) {
      const credentials = credentialsOf(headers, access)
      if (credentials?.kind === 'session') sessionsByKey.delete(credentials.key)
    },
    reload: (ids) => loadSessions(db, encrypt, ids),
    onChange: (listener) => void listeners.push(listener),
    close: watch.close,
  }
}

function alive(session: Session | null): Session | null {
  return session && session.expiresAt.getTime() > Date.now() ? session : null
}
