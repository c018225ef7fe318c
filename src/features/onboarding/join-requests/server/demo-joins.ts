import { sql } from 'kysely'
import type { DemoUsers } from '#features/users/demo-users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { recordHistoricalEvent } from '#kit/server/events/historical-event.ts'
import { joinAsked, joinRejected } from '../contract.ts'

const HOUR = 3_600_000

const demoJoins = [
  { account: 'nordfeld-kabel', name: 'Sven Altmann', jobTitle: 'Contractor, ducts', hoursAgo: 21 * 24, rejected: true },
  { account: 'nordfeld-kabel', name: 'Henrik Soll', jobTitle: 'Network planner', hoursAgo: 44 },
  { account: 'nordfeld-kabel', name: 'Petra Lindholm', jobTitle: 'Head of field service', hoursAgo: 3 },
  { account: 'holmewick-media', name: 'Rory Dunn', jobTitle: 'NOC lead, nights', hoursAgo: 19 },
] as const

/** Users of the demo who signed up and requested to join an account; one of them was rejected. */
export async function makeDemoJoins(tx: Tx, { manager }: DemoUsers): Promise<void> {
  for (const join of demoJoins) {
    const at = new Date(Date.now() - join.hoursAgo * HOUR)
    const rejectionText = 'rejected' in join ? 'Contractors get their access from the project office.' : null
    const decidedAt = rejectionText ? new Date(at.getTime() + 4 * HOUR) : at
    const email = `${join.name.toLowerCase().replace(' ', '.')}@${join.account}.example`
    const { rows } = await sql<{ id: number; account: number; asker: number }>`
      with asker as (
        insert into users (email, full_name, job_title, state, created_at) values (${email}, ${join.name}, ${join.jobTitle}, 'active', ${at}) returning id
      )
      insert into join_requests (user_id, account_id, status, reason, decided_by, created_at, updated_at)
      select asker.id, accounts.id, ${rejectionText ? 'REJECTED' : 'NEW'}, ${rejectionText}, ${rejectionText ? manager.id : null}, ${at}, ${decidedAt}
      from asker, accounts where accounts.name = ${join.account}
      returning id, account_id as account, user_id as asker`.execute(tx)
    const { id, account, asker } = rows[0]!
    const data = { email, name: join.name }
    await recordHistoricalEvent(tx, joinAsked, { id: asker, fullName: join.name }, { at, account, subject: id, data })
    if (!rejectionText) continue
    await recordHistoricalEvent(tx, joinRejected, manager, {
      at: decidedAt,
      account,
      subject: id,
      data: { reason: rejectionText },
    })
  }
}
