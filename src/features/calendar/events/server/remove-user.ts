import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'

/** Removes an erased user from the attendees of all events, by their id and their address; what they entered stays. */
export async function removeUserFromCalendar(tx: Tx, userId: number): Promise<void> {
  await sql`
    update calendar_events e set invited = (
      select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(e.invited) one where lower(one ->> 'name') <> lower(u.email))
    from users u where u.id = ${userId} and e.id in (select event_id from calendar_attendees where user_id = ${userId})`.execute(
    tx,
  )
  await tx.deleteFrom('calendar_attendees').where('user_id', '=', userId).execute()
}
