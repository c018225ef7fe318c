import type { LiveSession } from '#kit/server/live/session.ts'
import { sessionOf, startNode } from './live-node.ts'

// A node in a separate process, in which all users are signed in. Prints its address, and lives until it is killed.
const sessions = new Map<string, LiveSession>()
const { url } = await startNode(process.env.DATABASE_URL ?? '', sessions, {
  identify: async ({ headers }) => {
    const session = sessionOf(headers.cookie ?? '')
    sessions.set(session.sessionId, session)
    return session
  },
  log: (failure) => console.error(failure),
})
console.info(url)
