import { sql } from 'kysely'
import { endSessionsOf } from '#features/sessions/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { halReply } from '#kit/server/list/hal-list.ts'
import type { Portal } from '#kit/server/portal.ts'
import { doerOf } from '#kit/server/serve/call.ts'
import { serve, serveWrite } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { endSessionsOfUser, endUserSessions, listSessionsOfUser } from '../contract.ts'
import { askDirectory } from './ask-directory.ts'
import { lockPerson, type Person, personWhere, requireManage } from './person.ts'

/** Where a person is signed in, and the end of it. */
export function serveSessions(portal: Portal): void {
  serve(portal, listSessionsOfUser, async (call) => {
    const person = await portal.db.transaction().execute((tx) => ownOrManaged(tx, call.session, call.params.id))
    const rows = await portal.db
      .selectFrom('sessions')
      .select(['id', 'device', 'address', 'created_at', 'last_seen_at', 'impersonator_id'])
      .where('user_id', '=', person.id)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .orderBy('created_at', 'desc')
      .execute()
    const sessions = rows.map((row) => ({
      id: row.id,
      device: row.device,
      address: row.address,
      startedAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      impersonated: row.impersonator_id !== null,
    }))
    const page = { query: { page: 0, size: Math.max(rows.length, 1) }, request: call.request }
    const newest = rows[0]?.created_at ?? null
    return halReply(page, 'sessions', { rows: sessions, total: { count: rows.length }, lastUpdateTime: newest })
  })

  serveWrite(portal, endSessionsOfUser, async ({ tx, session, params, request }) => {
    const person = await ownOrManaged(tx, session, params.id)
    await endSessionsOf(tx, { personId: person.id, why: 'administrator', doer: doerOf(request) })
    await askDirectory(portal, tx, person, 'endSessions', session.actor.fullName)
    return undefined
  })
}

async function ownOrManaged(tx: Tx, session: Session, id: string): Promise<Person> {
  if (id === session.actor.id) return (await personWhere(tx, sql`u.id = ${session.personId}`))!
  const person = await lockPerson(tx, session, id)
  requireManage(session, endUserSessions, person)
  return person
}
