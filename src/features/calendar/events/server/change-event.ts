import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { changesOf } from '#kit/server/events/event.ts'
import type { HandlerResponse } from '#kit/server/handler-response.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import { type CalendarEvent, calendarProblems, type changeEvent, eventChanged, type Scope } from '../contract.ts'
import { type Fields, fieldsOf, prepare, requireKnown, withChanges } from './check-fields.ts'
import { eventReply } from './create-event.ts'
import { type EventRow, findEvents } from './event-row.ts'
import { lockedEvent, visibleEvent } from './event-scope.ts'
import { type Invitee, inviteesOf, mailInvitations } from './invitations.ts'
import { movedBy } from './move-series.ts'
import { insertEvent, updateEvent } from './save-event.ts'
import { endBefore, followSeries, splitRecurrence } from './split-series.ts'
import { instanceAt, type Times } from './time/instances.ts'
import { wallOf, wallText } from './time/wall-clock.ts'

type Context = CommandContext<typeof changeEvent>

/** Changes an event: one instance of a series, an instance and the following ones, or all. */
export async function change(portal: AppContext, call: Context): Promise<HandlerResponse<CalendarEvent>> {
  const { tx, session, params, query } = call
  const { event, master } = await lockedEvent(tx, session, params.id)
  requireVersion(call, event.version)
  const part = partOf(event, master, query)
  const before = await inviteesOf(tx, event.id)
  const { id, fields } =
    part.scope === 'THIS'
      ? await changeOne(call, event, master, part.times!)
      : part.scope === 'FOLLOWING'
        ? await changeFollowing(call, master, part.times!)
        : await changeAll(call, master, part.times)
  const changes = changesOf<Record<string, unknown>>({ ...fieldsOf(event) }, { ...fields })
  await call.record(eventChanged, {
    account: master.accountId,
    subject: id,
    data: {
      eventId: String(id),
      what: fields.subject,
      scope: part.scope,
      recurrenceId: query.recurrenceId ?? null,
      changes,
    },
  })
  await mailChange(portal, call, { event, id, before })
  if (id !== master.id && part.scope === 'FOLLOWING') await mailChange(portal, call, { event, id: master.id, before })
  return eventReply(call, id)
}

/** Renews the invitations to an event, or invites to a new one; users who are no longer invited get a cancellation. */
async function mailChange(
  portal: AppContext,
  { tx, session, query }: Context,
  { event, id, before }: { event: EventRow; id: number; before: readonly Invitee[] },
): Promise<void> {
  const people = await inviteesOf(tx, id)
  const removed = before.filter(({ email }) => !people.some((one) => one.email === email))
  const rows = await findEvents(tx, sql`${id} in (e.id, e.series_id)`, sql`order by e.series_id nulls first, e.id`)
  const shared = { userId: session.userId, suppressed: query }
  await mailInvitations(tx, portal, { ...shared, method: 'REQUEST', rows, people })
  await mailInvitations(tx, portal, { ...shared, method: 'CANCEL', rows: [withdrawn(event)], people: removed })
}

/** An event as its cancellation has it: with a higher SEQUENCE. */
export function withdrawn(event: EventRow): EventRow {
  return { ...event, sequence: event.sequence + 1 }
}

/** What a change or deletion covers; of an event that does not repeat, and from the first instance on, all. */
export function partOf(
  event: EventRow,
  master: EventRow,
  {
    scope = 'ALL',
    recurrenceId = event.recurrenceId ?? undefined,
  }: { scope?: Scope | undefined; recurrenceId?: string | undefined },
): { scope: Scope; times: Times | undefined } {
  if (!master.isSeries) return { scope: 'ALL', times: undefined }
  if (recurrenceId === undefined) {
    if (scope !== 'ALL') throwFieldProblem('recurrenceId', 'must name the instance of the series')
    return { scope, times: undefined }
  }
  const times = instanceAt(master, recurrenceId)
  if (!times) throwProblem(calendarProblems['calendar-instance-not-found'], { recurrenceId })
  const isFirst = scope === 'FOLLOWING' && times.wall <= wallOf(master.start)
  return { scope: isFirst ? 'ALL' : scope, times }
}

type Changed = { readonly id: number; readonly fields: Fields }

async function changeAll({ tx, session, body }: Context, master: EventRow, times: Times | undefined): Promise<Changed> {
  const before = fieldsOf(master)
  const { fields, delta } = movedBy(before, times ? onFirst(before, body, times) : body)
  const prepared = prepare(fields)
  await requireKnown(tx, fields, master.accountId)
  await updateEvent(tx, master.id, prepared, master.accountId)
  const series = await visibleEvent(tx, session, master.id)
  await followSeries(tx, { from: master.id, series, delta, since: null })
  return { id: master.id, fields: prepared.fields }
}

/** Start and end of an instance as those of the first one. */
function onFirst(master: Fields, body: Context['body'], times: Times): Context['body'] {
  if (body.start === undefined && body.end === undefined) return body
  const [start, end] = [wallOf(body.start ?? wallText(times.wall)), wallOf(body.end ?? times.end)]
  const first = wallOf(master.start) + start - times.wall
  if (Number.isNaN(first) || Number.isNaN(end)) return body
  return { ...body, start: wallText(first), end: wallText(first + end - start) }
}

async function changeOne(
  { tx, session, body }: Context,
  event: EventRow,
  master: EventRow,
  times: Times,
): Promise<Changed> {
  if (body.recurrence) throwFieldProblem('recurrence', 'must not be given for one event of a series')
  const recurrenceId = wallText(times.wall)
  const own = event.seriesId === null ? await ownRow(tx, master.id, recurrenceId) : event
  const base = own ? fieldsOf(own) : { ...fieldsOf(master), start: times.start, end: times.end, recurrence: null }
  const prepared = prepare(withChanges(base, body))
  await requireKnown(tx, prepared.fields, master.accountId)
  const owner = { accountId: master.accountId, organizerId: session.userId }
  if (own) await updateEvent(tx, own.id, prepared, master.accountId)
  const id = own?.id ?? (await insertEvent(tx, prepared, owner, { uid: master.uid, seriesId: master.id, recurrenceId }))
  return { id, fields: prepared.fields }
}

async function changeFollowing({ tx, session, body }: Context, master: EventRow, times: Times): Promise<Changed> {
  const { after } = splitRecurrence(master, times)
  const [start, end] = [wallText(times.wall), wallText(times.wall + wallOf(master.end) - wallOf(master.start))]
  const { fields, delta } = movedBy({ ...fieldsOf(master), start, end, recurrence: after }, body)
  const prepared = prepare(fields)
  await requireKnown(tx, fields, master.accountId)
  await endBefore(tx, master, times)
  const owner = { accountId: master.accountId, organizerId: session.userId }
  const id = await insertEvent(tx, prepared, owner, { uid: `${randomUUID()}@headend` })
  const series = await visibleEvent(tx, session, id)
  await followSeries(tx, { from: master.id, series, delta, since: start })
  return { id, fields: prepared.fields }
}

async function ownRow(tx: Context['tx'], seriesId: number, recurrenceId: string): Promise<EventRow | undefined> {
  return (await findEvents(tx, sql`e.series_id = ${seriesId} and e.recurrence_id = ${recurrenceId}::timestamp`))[0]
}
