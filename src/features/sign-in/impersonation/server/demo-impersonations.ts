import { sql } from 'kysely'
import type { DemoName, DemoUsers } from '#features/users/demo-users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { recordHistoricalEvent } from '#kit/server/events/historical-event.ts'
import { impersonationEnded, impersonationStarted } from '../contract.ts'

type DemoImpersonation = { by: DemoName; as: DemoName; daysAgo: number; hour: number; minutes: number; reason: string }

const MINUTE = 60_000

const demoImpersonations: readonly DemoImpersonation[] = [
  {
    ...{ by: 'admin', as: 'manager', daysAgo: 26, hour: 13, minutes: 12 },
    reason: 'Ingrid asked why she does not see the releases of the lab deployment.',
  },
  {
    ...{ by: 'tacManager', as: 'user', daysAgo: 9, hour: 9, minutes: 25 },
    reason: 'Tom cannot attach a capture of 400 MB; checking what his browser shows.',
  },
  {
    ...{ by: 'admin', as: 'technician', daysAgo: 2, hour: 14, minutes: 8 },
    reason: 'Check what field technicians see of an outage, agreed with Ingrid Brandt.',
  },
]

/** Staff of the demo who impersonated users of the account, which its manager can read. */
export async function makeDemoImpersonations(tx: Tx, users: DemoUsers, accountName: string): Promise<void> {
  for (const { by, as, daysAgo, hour, minutes, reason } of demoImpersonations) {
    const at = new Date(Date.now() - daysAgo * 24 * 60 * MINUTE)
    at.setUTCHours(hour, 12)
    const over = new Date(at.getTime() + minutes * MINUTE)
    const { rows } = await sql<{ account: number; session: string }>`
      insert into impersonations (session_id, impersonator_id, user_id, account_ids, opened_account_id, reason, started_at, ends_at, ended_at, ended_why)
      select gen_random_uuid(), ${users[by].id}, ${users[as].id}, array[id], id, ${reason}, ${at}, ${new Date(at.getTime() + 60 * MINUTE)}, ${over}, 'exit'
      from accounts where name = ${accountName} returning opened_account_id as account, session_id as session`.execute(
      tx,
    )
    const { account, session } = rows[0]!
    const about = { account, subject: users[as].id }
    await recordHistoricalEvent(tx, impersonationStarted, users[by], { at, ...about, data: { reason, session } })
    await recordHistoricalEvent(tx, impersonationEnded, users[by], { at: over, ...about, data: { why: 'exit' } })
  }
}
