import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import type { EventInput } from '#kit/server/events/event.ts'
import { slaPlanNamed } from '../contract.ts'
import { readHours } from './hours-store.ts'
import { markClocks } from './mark-clocks.ts'

/**
 * Gives an account the SLA plan with the name of its new plan; an account whose plan has another name keeps its SLA
 * plan. Returns the fact to record as `slaHoursEdited`; undefined = nothing changed. Lock the subscription first.
 */
export async function followPlan(tx: Tx, accountId: number, name: string | null): Promise<EventInput | undefined> {
  const plan = slaPlanNamed(name)
  const before = await readHours(tx, accountId)
  if (!plan || plan === before.plan) return undefined
  const { account, weekly, holidays } = before
  await sql`
    insert into sla_hours as h (account_id, plan, weekly, holidays)
    values (${accountId}, ${plan}, ${JSON.stringify(weekly)}::jsonb, ${holidays}::date[])
    on conflict (account_id) do update set plan = excluded.plan, version = h.version + 1, updated_at = clock_timestamp()`.execute(
    tx,
  )
  await markClocks(tx, { accountId })
  return { account: accountId, subject: account, data: { changes: { plan: [before.plan, plan] } } }
}
