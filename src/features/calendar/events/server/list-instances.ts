import { type RawBuilder, sql } from 'kysely'
import { accountIn } from '#features/accounts/accounts/server/index.ts'
import { readCalendar } from '#features/calendar/tags/contract.ts'
import { readSort } from '#kit/contract/hal.ts'
import type { Database } from '#kit/server/database.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { directionOf, findJsonPage } from '#kit/server/list/find-page.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import { visibleAccounts } from '#kit/server/visible.ts'
import {
  calendarProblems,
  type listInstances,
  type listInstancesOfAccounts,
  type listInstancesOfEvent,
  MOST_DAYS,
  type searchEvents,
} from '../contract.ts'
import { instanceOf, ownTimes } from './event-json.ts'
import { type EventRow, events, eventsWhere, findEvents } from './event-row.ts'
import { visibleEvent, visibleEvents } from './event-scope.ts'
import { changedStarts, type EventInstance, instancesBetween } from './instances-between.ts'
import { withWords } from './search-events.ts'
import { instancesIn } from './time/instances.ts'
import { instantOf, isWall, wallOf, wallText } from './time/wall-clock.ts'
import { ianaZone } from './time/windows-zones.ts'

const DAY = 86_400_000
const USUAL_DAYS = 35

type Range = {
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
  readonly timeZone?: string | undefined
}
type Listing = { readonly page: number; readonly size: number; readonly sort?: string[] | undefined }

/** The events of one account in a range. */
export async function listOfAccount(db: Database, call: RequestContext<typeof listInstances>) {
  const { session, query, params } = call
  const account = await accountIn(db, session, { name: params.account, permission: readCalendar })
  const where = sql`e.account_id = ${account.id} and ${taggedWith(query.tags)}`
  const instances = await instancesBetween(db, where, rangeOf(query, account.timeZone))
  return halPage(call, 'events', pageOf(instances, query, session))
}

/** The events of several accounts in a range, all that the session reads without names. */
export async function listOfAccounts(db: Database, call: RequestContext<typeof listInstancesOfAccounts>) {
  const { session, query } = call
  const isStaff = visibleAccounts(session, readCalendar) === 'all'
  const inNamedAccounts = query.accounts ? sql`a.name = any(${query.accounts}::text[])` : sql`e.account_id is not null`
  const internal = isStaff && query.internal !== false ? sql`or e.account_id is null` : sql``
  const where = sql`${visibleEvents(session)} and (${inNamedAccounts} ${internal}) and ${taggedWith(query.tags)}`
  const instances = await instancesBetween(db, where, rangeOf(query, 'UTC'))
  return halPage(call, 'events', pageOf(instances, query, session))
}

/** The instances of a series from a time on; of an event that does not repeat, itself. */
export async function listOfEvent(db: Database, call: RequestContext<typeof listInstancesOfEvent>) {
  const { session, query, params } = call
  const { id, seriesId } = await visibleEvent(db, session, params.id)
  const master = await visibleEvent(db, session, seriesId ?? id)
  const from =
    query.startTime === undefined ? ownTimes(master).from : timeOf('startTime', query.startTime, master.timeZone)
  const to = from + MOST_DAYS * DAY
  const [startsBySeries, own] = [
    await changedStarts(db, [master.id]),
    await findEvents(
      db,
      sql`e.series_id = ${master.id} and e.last_end > ${new Date(from)} and e.first_start < ${new Date(to)}`,
    ),
  ]
  const allTimes = master.isSeries ? instancesIn(master, { from, to, most: 20_000 }) : [ownTimes(master)]
  const instances = allTimes
    .filter(({ wall }) => !startsBySeries.get(master.id)?.has(wallText(wall)))
    .map((times) => ({ row: master, times }))
    .concat(own.map((row) => ({ row, times: ownTimes(row) })))
    .sort((a, b) => a.times.from - b.times.from || a.row.id - b.row.id)
  return halPage(call, 'events', pageOf(instances, query, session))
}

/** Events, series as one, that have the words; the newest first. */
export async function listFound(db: Database, call: RequestContext<typeof searchEvents>) {
  const { session, query } = call
  const account =
    query.account === undefined ? null : await accountIn(db, session, { name: query.account, permission: readCalendar })
  const inAccount = account ? sql`e.account_id = ${account.id}` : sql`true`
  const where = sql`${visibleEvents(session)} and ${inAccount} and ${withWords(query.q ?? '')} and e.series_id is null`
  const { descending } = readSort(query.sort, { field: 'startTime', descending: true })[0]!
  const direction = directionOf(descending)
  const { page, size } = query
  const eventPage = await findJsonPage(db, {
    page,
    size,
    rows: sql<{ row: EventRow }>`${eventsWhere(where)} order by e.first_start ${direction}, e.id ${direction}`,
    of: sql`from ${events} where ${where}`,
    newest: sql`e.updated_at`,
  })
  const rows = eventPage.rows.map((row) => instanceOf(row, ownTimes(row), session))
  return halPage(call, 'events', { ...eventPage, rows })
}

function pageOf(instances: readonly EventInstance[], { page, size, sort }: Listing, session: Session) {
  const { descending } = readSort(sort, { field: 'startTime', descending: false })[0]!
  const sortedInstances = descending ? instances.toReversed() : instances
  const newest = instances.reduce((latest, { row }) => (row.updated > latest ? row.updated : latest), '')
  return {
    rows: sortedInstances
      .slice(page * size, (page + 1) * size)
      .map(({ row, times }) => instanceOf(row, times, session)),
    total: { count: instances.length },
    lastUpdateTime: newest || null,
  }
}

function taggedWith(tags: readonly string[] | undefined): RawBuilder<unknown> {
  if (!tags?.length) return sql`true`
  return sql`exists (select from calendar_event_tags et where et.event_id = e.id and et.tag_id = any(${tags}::bigint[]))`
}

/** The instants of a range; its end is after its start and at most 400 days later. */
function rangeOf({ startTime, endTime, timeZone }: Range, usualZone: string): { from: number; to: number } {
  const zone = timeZone === undefined ? usualZone : ianaZone(timeZone)
  if (!zone) throwFieldProblem('timeZone', 'must be a time zone, such as Europe/Berlin')
  const from = startTime === undefined ? Date.now() : timeOf('startTime', startTime, zone)
  const to = endTime === undefined ? from + USUAL_DAYS * DAY : timeOf('endTime', endTime, zone)
  if (to <= from) throwFieldProblem('endTime', 'must be after startTime')
  if (to - from > MOST_DAYS * DAY) throwProblem(calendarProblems['calendar-range-too-long'], { limit: MOST_DAYS })
  return { from, to }
}

function timeOf(field: string, text: string, zone: string): number {
  if (!isWall(text.slice(0, 19))) throwFieldProblem(field, 'must be a day and time that exist')
  return text.length === 19 ? instantOf(wallOf(text), zone) : Date.parse(text)
}
