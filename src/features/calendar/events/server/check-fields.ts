import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import { type EventChanges, LONGEST_EVENT_DAYS, type NewEvent, parseRule, writeRule } from '../contract.ts'
import type { EventRow } from './event-row.ts'
import { givesStarts } from './time/expand.ts'
import { extentOf, type Timing, timesAt } from './time/instances.ts'
import { isWall, wallAt, wallOf, wallText } from './time/wall-clock.ts'
import { ianaZone } from './time/windows-zones.ts'

type EventInput = Omit<NewEvent, 'notification' | 'attendees'>
/** All that a user decides of an event. */
export type Fields = { readonly [Name in keyof EventInput]-?: Exclude<EventInput[Name], undefined> } & {
  readonly notification: readonly number[]
  readonly attendees: EventRow['invited']
}
/** Fields that were checked, with what is stored of their times. */
export type CheckedFields = {
  readonly fields: Fields
  readonly timing: Timing
  readonly extent: ReturnType<typeof extentOf>
}

const DAY = 86_400_000
const [FIRST, LAST] = ['1970-01-01T00:00:00', '2200-01-01T00:00:00']

/** The fields of a new event. */
export function newFields(body: NewEvent, zone: string): Fields {
  const usual = { isAllDay: false, location: '', description: '', tags: [], recurrence: null, notification: [] }
  const more = { attendees: [], deployments: [], maintenance: null, timeZone: zone }
  return { ...usual, ...more, ...definedMembers(body) }
}

/** The fields of a stored event. */
export function fieldsOf(row: EventRow): Fields {
  const { subject, start, end, timeZone, isAllDay, location, description, notification, maintenance } = row
  return {
    ...{ subject, start, end, timeZone, isAllDay, location, description, notification, maintenance },
    tags: row.tags.map(({ id }) => id),
    deployments: row.deployments.map(({ id }) => id),
    attendees: row.invited,
    recurrence: row.isSeries ? { rule: row.rule, exdates: [...row.exdates], rdates: [...row.rdates] } : null,
  }
}

/** Fields with the changes of a body. */
export function withChanges(fields: Fields, body: EventChanges): Fields {
  return { ...fields, ...definedMembers(body) }
}

type DefinedMembers<Body> = { [Name in keyof Body]: Exclude<Body[Name], undefined> }
function definedMembers<Body extends object>(body: Body): DefinedMembers<Body> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as DefinedMembers<Body>
}

/** Checks the times, the zone and the rule of an event, each error at its field. */
export function prepare(eventFields: Fields): CheckedFields {
  const timeZone =
    ianaZone(eventFields.timeZone) ?? throwFieldProblem('timeZone', 'must be a time zone, such as Europe/Berlin')
  for (const field of ['start', 'end'] as const)
    if (!isWall(eventFields[field])) throwFieldProblem(field, 'must be a day and time that exist')
  for (const field of ['start', 'end'] as const)
    if (eventFields[field] < FIRST || eventFields[field] > LAST)
      throwFieldProblem(field, 'must be in the years 1970 to 2199')
  if (eventFields.isAllDay)
    for (const field of ['start', 'end'] as const)
      if (!eventFields[field].endsWith('T00:00:00')) throwFieldProblem(field, 'must be midnight of an all-day event')
  const recurrence = readRecurrence(eventFields, timeZone)
  const fields = { ...eventFields, timeZone, recurrence }
  const { start, end, isAllDay } = fields
  const repeats = recurrence ?? { rule: null, exdates: [], rdates: [] }
  const timing = { start, end, timeZone, isAllDay, ...repeats }
  const { from, to } = timesAt(timing, wallOf(start))
  if (to <= from) throwFieldProblem('end', 'must be after the start')
  if (to - from > LONGEST_EVENT_DAYS * DAY)
    throwFieldProblem('end', `must be at most ${LONGEST_EVENT_DAYS} days after the start`)
  return { fields, timing, extent: extentOf(timing) }
}

function readRecurrence({ recurrence, start, isAllDay }: Fields, zone: string): Fields['recurrence'] {
  if (!recurrence) return null
  // Defaults inside of a union are not filled in by the check of the body.
  const { exdates = [], rdates = [] } = recurrence
  for (const [field, times] of Object.entries({ exdates, rdates }))
    if (!times.every(isWall)) throwFieldProblem(`recurrence.${field}`, 'must be days and times that exist')
  if (recurrence.rule === null) return rdates.length > 0 ? { rule: null, exdates, rdates } : null
  const read = parseRule(recurrence.rule)
  if ('error' in read) throwFieldProblem('recurrence.rule', read.error)
  if (!givesStarts(read.rule, start))
    throwFieldProblem('recurrence.rule', 'never gives a day: no date fits all of its parts')
  const { until } = read.rule
  if (isAllDay && until?.endsWith('Z'))
    throwFieldProblem('recurrence.rule', 'has a time in UNTIL, which must be a date: the event has whole days')
  // A UTC time is an instant; the clock of the zone at it is what the rule is compared with.
  const local = until?.endsWith('Z') ? wallText(wallAt(Date.parse(until), zone)) : until
  if (local !== null && local !== undefined && wallOf(local) < wallOf(start))
    throwFieldProblem('recurrence.rule', 'ends before the first event')
  return { rule: writeRule({ ...read.rule, until: local ?? null }), exdates, rdates }
}

/** Checks that tags exist and that deployments are of the account. */
export async function requireKnown(tx: Tx, { tags, deployments }: Fields, accountId: number | null): Promise<void> {
  const { rows: foundTags } = await sql<{ id: string }>`
    select id::text as id from calendar_tags where id = any(${tags}::bigint[]) order by id for key share`.execute(tx)
  if (foundTags.length < new Set(tags).size) throwFieldProblem('tags', 'must be ids of tags that exist')
  const { rows: deploymentRows } = await sql`
    select from deployments where id = any(${deployments}::bigint[]) and account_id = ${accountId}::bigint`.execute(tx)
  if (deploymentRows.length < new Set(deployments).size)
    throwFieldProblem('deployments', 'must be deployments of the account')
}
