import { sql } from 'kysely'
import type { HandlerResponse } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { type answerEvent, type CalendarEvent, calendarProblems, eventAnswered } from '../contract.ts'
import { eventReply } from './create-event.ts'
import { visibleEvent } from './event-scope.ts'

/** Stores the response of an invited user to an event, to a whole series, or to a changed instance. */
export async function answerInvitation(
  call: CommandContext<typeof answerEvent>,
): Promise<HandlerResponse<CalendarEvent>> {
  const { tx, session, params, body } = call
  const event = await visibleEvent(tx, session, params.id)
  const { rows } = await sql<{ before: string }>`
    update calendar_attendees p set answer = ${body.answer}, answered_at = now()
    from (select answer from calendar_attendees where event_id = ${event.id} and user_id = ${session.userId} for update) old
    where p.event_id = ${event.id} and p.user_id = ${session.userId} returning old.answer as before`.execute(tx)
  const before = rows[0]?.before ?? throwProblem(calendarProblems['calendar-not-invited'])
  if (before !== body.answer)
    await call.record(eventAnswered, {
      account: event.accountId,
      subject: event.id,
      data: { eventId: String(event.id), what: event.subject, answer: [before, body.answer] },
    })
  return eventReply(call, event.id)
}
