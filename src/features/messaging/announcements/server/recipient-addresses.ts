import { sql } from 'kysely'
import { userEvents } from '#features/users/user-management/contract.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'

/** Announcements to users by name follow them to a new address. */
export const recipientAddresses: EventHandler = on(
  userEvents.userEdited,
  'announcements.recipient-addresses',
  async ({ data }, tx) => {
    const { email } = (data.changes ?? {}) as { email?: readonly [string, string] }
    if (!email) return
    await sql`
      update announcements set recipients = jsonb_set(recipients, '{usernames}', (recipients -> 'usernames') - ${email[0]}::text || to_jsonb(${email[1]}::text))
      where recipients -> 'usernames' @> to_jsonb(${email[0]}::text)`.execute(tx)
  },
)
