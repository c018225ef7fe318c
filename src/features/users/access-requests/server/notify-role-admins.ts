import { sql } from 'kysely'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { accessAsked, accessWasAsked } from '../contract.ts'
import { findRoleAdmins } from './find-role-admins.ts'

/** Notifies those who can grant the role. */
export function notifyRoleAdmins(portal: AppContext): EventHandler {
  return on(accessWasAsked, 'tell-givers', async ({ id: eventId, subjectId, requestId }, tx) => {
    const { rows } = await sql<{
      userId: number
      name: string
      role: string
      accountId: number | null
      account: string | null
    }>`
        select r.user_id as "userId", u.full_name as name, r.role, r.account_id as "accountId", a.name as account
        from access_requests r join users u on u.id = r.user_id left join accounts a on a.id = r.account_id
        where r.id = ${Number(subjectId)}`.execute(tx)
    const [request] = rows
    if (!request) return
    const { userId, name, role, account } = request
    const { givers } = await findRoleAdmins(tx, { role, accountId: request.accountId, askerId: userId })
    const body = { id: String(subjectId), userId: String(userId), name, role, account }
    for (const { id } of givers)
      await portal.live.publish(tx, { topic: accessAsked, to: { userId: String(id) }, body, eventId, requestId })
  })
}
