import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import type { SlaHours, SlaPlan } from '../contract.ts'

/** The columns of an account's hours; null where it has the defaults. */
export type StoredHours = {
  readonly account: string
  readonly timeZone: string
  readonly plan: SlaPlan | null
  readonly weekly: Hours['weekly'] | null
  readonly holidays: readonly string[] | null
  readonly version: number | null
}
/** The business hours of an account: a calendar for its clocks. */
export type Hours = Omit<SlaHours, 'account'>

const usualHours = [1, 2, 3, 4, 5].map((day) => ({ day, from: '08:00', until: '17:00' }))

/** The stored hours, or the defaults: Monday to Friday 08:00 to 17:00, the plan Essentials. */
export function hoursOf({ timeZone, plan, weekly, holidays, version }: StoredHours): Hours {
  return {
    timeZone,
    plan: plan ?? 'ESSENTIALS',
    weekly: weekly ?? usualHours,
    holidays: [...(holidays ?? [])],
    version: version ?? 0,
  }
}

/** The hours of an account. */
export async function readHours(db: Database | Tx, accountId: number): Promise<SlaHours> {
  const { rows } = await sql<StoredHours>`
    select a.name as account, a.time_zone as "timeZone", h.plan, h.weekly, h.holidays::text[] as holidays, h.version
    from accounts a left join sla_hours h on h.account_id = a.id where a.id = ${accountId}`.execute(db)
  return { account: rows[0]!.account, ...hoursOf(rows[0]!) }
}
