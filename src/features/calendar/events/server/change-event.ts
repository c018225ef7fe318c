import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { changesOf } from '#kit/server/events/event.ts'
import type { HandlerResponse } from '#kit/server/handler-response.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import { type CalendarEvent, calendarProblems, type changeEvent, eventChanged, type Scope } from '../contract.ts'
import { changeInstances } from './change-instances.ts'
import { type Fields, fieldsOf, prepare, requireKnown, withChanges } from './check-fields.ts'
import { eventReply } from './create-event.ts'
import { type EventRow, findEvents } from './event-row.ts'
import { lockedEvent, visibleEvent } from './event-scope.ts'
import { inviteesOf, mailInvitations } from './invitations.ts'
import { movedBy } from './move-series.ts'
import { insertEvent, isOther, type Renewal, renewalOf, updateEvent } from './save-event.ts'
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
  const { id, fields, renewal, rest } =
    part.scope === 'THIS'
      ? await changeOne(call, event, master, part.times!)
      : part.scope === 'FOLLOWING'
        ? await changeFollowing(call, master, part.times!)
        : await changeAll(call, master, part.times)
  const changes = changesOf({ ...fieldsOf(event) }, { ...fields })
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
  await mailChange(portal, call, id, renewal)
  if (rest) await mailChange(portal, call, master.id, rest)
  return eventReply(call, id)
}

/**
 * Mails what people learn of a change: those who are added are invited, those who stay learn what the invitation says
 * now if it says something else, and those who are removed get its cancellation: of an instance, that of the instance.
 */
async function mailChange(
  portal: AppContext,
  { tx, session, query }: Context,
  id: number,
  { isRenewed, kept, added, removed }: Renewal,
): Promise<void> {
  const rows = await findEvents(tx, sql`${id} in (e.id, e.series_id)`, sql`order by e.series_id nulls first, e.id`)
  const mailOptions = { by: session, suppressed: query }
  await mailInvitations(tx, portal, { ...mailOptions, kind: 'INVITED', rows, people: added })
  if (isRenewed) await mailInvitations(tx, portal, { ...mailOptions, kind: 'CHANGED', rows, people: kept })
  await mailInvitations(tx, portal, { ...mailOptions, kind: 'CANCELLED', rows: rows.slice(0, 1), people: removed })
}

/** An event as its cancellation has it: with a higher SEQUENCE. */
export function cancellationOf(event: EventRow): EventRow {
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

/** What was changed; `rest` is what people learn of the part of a series that was not. */
type EventChange = { readonly id: number; readonly fields: Fields; readonly renewal: Renewal; readonly rest?: Renewal }

async function changeAll(
  { tx, session, body }: Context,
  master: EventRow,
  times: Times | undefined,
): Promise<EventChange> {
  const before = fieldsOf(master)
  const { fields, delta } = movedBy(before, times ? onFirst(before, body, times) : body)
  const checkedFields = prepare(fields)
  await requireKnown(tx, fields, master.accountId)
  const renewal = await updateEvent(tx, master, checkedFields)
  const series = await visibleEvent(tx, session, master.id)
  await changeInstances(tx, master, { fields: checkedFields.fields, delta })
  await followSeries(tx, { from: master.id, series, delta, since: null })
  return { id: master.id, fields: checkedFields.fields, renewal }
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
): Promise<EventChange> {
  if (body.recurrence) throwFieldProblem('recurrence', 'must not be given for one event of a series')
  const recurrenceId = wallText(times.wall)
  const own = event.seriesId === null ? await ownRow(tx, master.id, recurrenceId) : event
  const base = own ? fieldsOf(own) : { ...fieldsOf(master), start: times.start, end: times.end, recurrence: null }
  const checkedFields = prepare(withChanges(base, body))
  await requireKnown(tx, checkedFields.fields, master.accountId)
  const { fields } = checkedFields
  if (own) return { id: own.id, fields, renewal: await updateEvent(tx, own, checkedFields) }
  const owner = { accountId: master.accountId, organizerId: session.userId }
  const before = await inviteesOf(tx, master.id)
  // Calendar programs ignore an instance that is an earlier version than its series (RFC 5546 §2.1.5).
  const place = { uid: master.uid, seriesId: master.id, recurrenceId, sequence: master.sequence + 1 }
  const id = await insertEvent(tx, checkedFields, owner, place)
  return { id, fields, renewal: renewalOf(isOther(base, fields), before, await inviteesOf(tx, id)) }
}

async function changeFollowing({ tx, session, body }: Context, master: EventRow, times: Times): Promise<EventChange> {
  const { after } = splitRecurrence(master, times)
  const [start, end] = [wallText(times.wall), wallText(times.wall + wallOf(master.end) - wallOf(master.start))]
  const { fields, delta } = movedBy({ ...fieldsOf(master), start, end, recurrence: after }, body)
  const checkedFields = prepare(fields)
  await requireKnown(tx, fields, master.accountId)
  const rest = await endBefore(tx, master, times)
  const owner = { accountId: master.accountId, organizerId: session.userId }
  const id = await insertEvent(tx, checkedFields, owner, { uid: `${randomUUID()}@headend` })
  const series = await visibleEvent(tx, session, id)
  await followSeries(tx, { from: master.id, series, delta, since: start })
  // Those who are not invited to what follows learn it from the end of the series.
  return { id, fields: checkedFields.fields, renewal: renewalOf(true, [], await inviteesOf(tx, id)), rest }
}

async function ownRow(tx: Context['tx'], seriesId: number, recurrenceId: string): Promise<EventRow | undefined> {
  return (await findEvents(tx, sql`e.series_id = ${seriesId} and e.recurrence_id = ${recurrenceId}::timestamp`))[0]
}
