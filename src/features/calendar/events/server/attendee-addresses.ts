import { sql } from 'kysely'
import { userEvents } from '#features/users/user-management/contract.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'

/** Invitations of users follow them to a new address. */
export const attendeeAddresses: EventHandler = on(
  userEvents.userEdited,
  'calendar.attendee-addresses',
  async ({ subjectId, data }, tx) => {
    const { email } = (data.changes ?? {}) as { email?: readonly [string, string] }
    if (!email) return
    const [from, to] = email
    await sql`
      update calendar_events e set invited = (
        select jsonb_agg(case when lower(one ->> 'name') = ${from} then one || jsonb_build_object('name', ${to}::text) else one end order by place)
        from jsonb_array_elements(e.invited) with ordinality i (one, place))
      where e.id in (select event_id from calendar_attendees where user_id = ${Number(subjectId)} and email = ${from}) and e.invited <> '[]'`.execute(
      tx,
    )
    await sql`
      update calendar_attendees a set email = ${to} where a.user_id = ${Number(subjectId)} and a.email = ${from}
        and not exists (select from calendar_attendees b where b.event_id = a.event_id and b.email = ${to})`.execute(tx)
  },
)
