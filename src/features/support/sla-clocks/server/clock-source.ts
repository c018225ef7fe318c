import { type RawBuilder, sql } from 'kysely'
import { vendorRoles } from '#features/access/roles/contract.ts'
import type { CaseStatus } from '#features/support/case-access/contract.ts'
import { caseCreated, caseEdited, caseMoved, internalCaseEvents } from '#features/support/cases/contract.ts'
import { commentAdded } from '#features/support/comments/contract.ts'
import { outageConverted, outageUpdated } from '#features/support/outages/contract.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { SlaPlan } from '../contract.ts'
import type { ClockEvent, ClockTargets } from './derive-clocks.ts'
import { type Hours, hoursOf, type StoredHours } from './hours-store.ts'

/** A case with what its clocks are derived from. */
export type ClockSource = {
  readonly caseId: number
  readonly accountId: number
  readonly key: string
  readonly internal: boolean
  readonly created: number
  readonly status: CaseStatus
  readonly priority: string
  readonly hours: Hours
  readonly events: readonly ClockEvent[]
  readonly notified: SentNotifications
  /** The clocks were never computed before. */
  readonly isNew: boolean
}
/** The notifications sent for each clock, and for which due time. */
export type SentNotifications = Readonly<
  Record<string, { readonly due: string | null; readonly level: 'WARNED' | 'BREACHED' }>
>

type Row = Omit<ClockSource, 'hours' | 'events' | 'created'> & StoredHours & { readonly created: string }

const moves = [caseMoved, internalCaseEvents.moved]
const edits = [caseEdited, internalCaseEvents.edited, outageConverted]
const texts = [commentAdded, outageUpdated]

/** The events that change clocks. */
export const clockEvents = [...moves, ...edits, ...texts, caseCreated, internalCaseEvents.created]

/**
 * Locks the clocks of some cases that are due to be computed, in one query of the index of due clocks; others are
 * skipped where another process has them.
 */
export async function lockDueClocks(tx: Tx, most: number): Promise<ClockSource[]> {
  return sourcesOf(
    tx,
    sql`k.case_id = any(array(select case_id from case_clocks where next_at <= now() order by next_at limit ${most} for update skip locked))`,
  )
}

async function sourcesOf(db: Database | Tx, where: RawBuilder<unknown>): Promise<ClockSource[]> {
  const { rows } = await sql<Row>`
    select k.case_id as "caseId", c.account_id as "accountId", c.key, c.internal, ${isoSql('c.created_at')} as created, c.status, c.priority, k.notified,
      k.computed_at is null as "isNew", a.name as account, a.time_zone as "timeZone", h.plan, h.weekly, h.holidays::text[] as holidays, h.version
    from case_clocks k join cases c on c.id = k.case_id join accounts a on a.id = c.account_id left join sla_hours h on h.account_id = c.account_id
    where ${where} order by c.id`.execute(db)
  const events = await eventsOf(
    db,
    rows.map(({ key }) => key),
  )
  return rows.map((row) => ({
    ...row,
    created: Date.parse(row.created),
    hours: hoursOf(row),
    events: events.get(row.key) ?? [],
  }))
}

type EventRow = {
  readonly key: string
  readonly at: string
  readonly status: readonly [CaseStatus, CaseStatus] | null
  readonly answers: boolean
}

/** The recorded events on which clocks depend, by case, in order of time. */
async function eventsOf(db: Database | Tx, keys: readonly string[]): Promise<Map<string, ClockEvent[]>> {
  const { rows } = await sql<EventRow>`
    select e.subject_id as key, ${isoSql('e.at')} as at, e.data->'changes'->'status' as status,
      coalesce(e.audience = 'account' and e.data->'changes' ? 'comment' and case when e.data ? 'byVendor' then (e.data->>'byVendor')::boolean
        when e.data ? 'fromTracker' and e.actor_id is null then true
        else exists (select 1 from role_grants g where g.user_id = e.actor_id and g.role = any(${Object.keys(vendorRoles)}::text[])) end, false) as answers
    from events e where e.subject = 'case' and e.subject_id = any(${keys}::text[]) and e.name = any(${clockEvents.map(({ name }) => name)}::text[])
    order by e.at, e.id`.execute(db)
  const eventsByKey = new Map<string, ClockEvent[]>()
  for (const { key, at, status, answers } of rows) {
    const list = eventsByKey.get(key) ?? []
    list.push({ at: Date.parse(at), status: status ?? undefined, answers })
    eventsByKey.set(key, list)
  }
  return eventsByKey
}

/** Every target, by plan and priority. */
export async function readTargets(
  db: Database | Tx,
): Promise<(plan: SlaPlan, priority: string) => ClockTargets | undefined> {
  const { rows } = await sql<ClockTargets & { plan: SlaPlan; priority: string }>`
    select plan, priority, first_response as "firstResponse", next_update as "nextUpdate", resolution, business from sla_targets`.execute(
    db,
  )
  const targets = new Map(rows.map((row) => [`${row.plan} ${row.priority}`, row]))
  return (plan, priority) => targets.get(`${plan} ${priority}`)
}
