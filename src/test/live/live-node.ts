import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod/mini'
import { type Principal, permission } from '#kit/contract/permission.ts'
import { topic } from '#kit/contract/topic.ts'
import { openDatabase } from '#kit/server/database.ts'
import { createLive, type Live, type LiveOptions } from '#kit/server/live/live.ts'
import { postgresWakeups } from '#kit/server/live/postgres-wakeups.ts'
import type { LiveSession } from '#kit/server/live/session.ts'

const Message = z.object({ n: z.int() })

export const seeCases = permission('seeCases', 'See cases', { role: 'ADMIN' }, { role: 'USER' })

/** Destinations of the shapes that the product has. */
export const events = topic({ destination: '/topic/news', summary: 'News', guard: 'signed-in', message: Message })
export const updates = topic({ destination: '/topic/updates', summary: 'Updates', guard: seeCases, message: Message })
export const ofAccount = topic({ destination: '/topic/of/{account}', summary: 'Of', guard: seeCases, message: Message })
export const own = topic({ destination: '/user/topic/own', summary: 'Own', guard: 'signed-in', message: Message })
export const ofSession = topic({
  destination: '/user/topic/session',
  summary: 'Session',
  guard: 'signed-in',
  own: 'session',
  message: Message,
})

/** Signed-in sessions, by the cookie's value; tests change them and then notify. */
export type SessionTable = Map<string, LiveSession>

export function sessionOf(
  sessionId: string,
  roles: Principal['roles'] = [],
  more: Partial<LiveSession> = {},
): LiveSession {
  const actor = { id: sessionId, username: sessionId, fullName: sessionId, roles, assignedAccounts: [] }
  return { sessionId, userId: sessionId, actor, expiresAt: new Date(Date.now() + 3_600_000), ...more }
}

export type LiveTestNode = { live: Live; server: Server; db: LiveOptions['db']; url: string; stop(): Promise<void> }

/** A node of the live channel on a separate port. */
export async function startNode(
  databaseUrl: string,
  sessions: SessionTable,
  more: Partial<LiveOptions> = {},
): Promise<LiveTestNode> {
  const { db, close } = openDatabase(databaseUrl, { size: 4 })
  const log = more.log ?? (() => {})
  const live = createLive({
    db,
    wakeups: postgresWakeups(databaseUrl, log),
    topics: [events, updates, ofAccount, own, ofSession],
    identify: async ({ headers }) => sessions.get(headers.cookie ?? '') ?? null,
    reload: async (ids) => ids.flatMap((id) => sessions.get(id) ?? []),
    origins: ({ headers }) => headers.origin === undefined || headers.origin === 'http://ours',
    log,
    ...more,
  })
  const server = createServer((_, reply) => void reply.end('plain'))
  live.attach(server, '/api/ws')
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/api/ws`
  return {
    live,
    server,
    db,
    url,
    async stop() {
      await live.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await close()
    },
  }
}
