import { type RawBuilder, sql } from 'kysely'
import { readCalendar } from '#features/calendar/tags/contract.ts'
import { seeInternal } from '#features/support/case-access/contract.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { requirePermission } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import { visibleAccounts } from '#kit/server/visible.ts'
import { calendarProblems, writeCalendar } from '../contract.ts'
import { type EventRow, findEvents } from './event-row.ts'

/** The events `e` that the session may read; events of the vendor alone have no account. */
export function visibleEvents(session: Session): RawBuilder<boolean> {
  const accounts = visibleAccounts(session, readCalendar)
  return accounts === 'all'
    ? sql`a.deleted_at is null`
    : sql`(e.account_id = any(${accounts}::bigint[]) and a.deleted_at is null)`
}

/** Whether the session may change events of the account; null is the vendor alone. */
export function maySave(session: Session, accountId: number | null): boolean {
  const accounts = visibleAccounts(session, writeCalendar)
  return accounts === 'all' || (accountId !== null && accounts.includes(accountId))
}

/** The event that the session may read, else 404. */
export async function visibleEvent(db: Database | Tx, session: Session, id: string | number): Promise<EventRow> {
  const [event] = await findEvents(db, sql`e.id = ${id}::bigint and ${visibleEvents(session)}`)
  return event ?? throwProblem(calendarProblems['calendar-event-not-found'])
}

/** The event, or the series of a changed instance, locked for a change: 404 if it cannot be read, 403 if not changed. */
export async function lockedEvent(
  tx: Tx,
  session: Session,
  id: string,
): Promise<{ event: EventRow; master: EventRow }> {
  const { id: own, seriesId } = await visibleEvent(tx, session, id)
  await sql`select from calendar_events where id = ${seriesId ?? own} for update`.execute(tx)
  const event = await visibleEvent(tx, session, id)
  if (event.account === null) requirePermission({ session }, seeInternal)
  else requirePermission({ session }, writeCalendar, event.account)
  return { event, master: seriesId === null ? event : await visibleEvent(tx, session, seriesId) }
}
