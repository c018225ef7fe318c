import { sql } from 'kysely'
import type { Reaction } from '#kit/server/events/pump.ts'
import type { Portal } from '#kit/server/portal.ts'
import { accessAsked, accessWasAsked } from '../contract.ts'
import { findGivers } from './find-givers.ts'

/** Rings the bell of those who can give the role. */
export function tellGivers(portal: Portal): Reaction {
  return {
    event: accessWasAsked.name,
    name: 'tell-givers',
    async run({ id: eventId, subjectId, requestId }, tx) {
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
      const [asked] = rows
      if (!asked) return
      const { userId, name, role, account } = asked
      const { givers } = await findGivers(tx, { role, accountId: asked.accountId, askerId: userId })
      const body = { id: String(subjectId), userId: String(userId), name, role, account }
      for (const { id } of givers)
        await portal.live.publish(tx, { topic: accessAsked, to: { personId: String(id) }, body, eventId, requestId })
    },
  }
}
