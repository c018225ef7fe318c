import { sql } from 'kysely'
import type { AppContext } from '#kit/server/portal.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { chatRead, type markChannelRead, type markInternalRead } from '../contract.ts'
import { chatThread } from './chat-notifications.ts'
import type { AnyFace } from './face.ts'
import { readableChannel } from './stored-channel.ts'
import { microsecondsOf } from './timestamp.ts'

type Mark = CommandContext<typeof markChannelRead> | CommandContext<typeof markInternalRead>

/**
 * Stores how far the caller has read a face of a channel, says so to their other pages, and takes back what they were notified of; a mark never goes back. Who
 * follows a channel from now on has read its other face.
 */
export async function markRead(portal: AppContext, call: Mark, face: AnyFace): Promise<undefined> {
  const { tx, session } = call
  const { id } = await readableChannel(tx, session, call.params.id, face.reads)
  const column = sql.ref(face.readUpTo)
  const now = sql`least(${sql.ref(face.newest)}, ${microsecondsOf(call.body.timestamp)})`
  const [read, internalRead] = face.kind === 'customer' ? [now, sql`internal_ts`] : [sql`message_ts`, now]
  const { rows } = await sql`
    insert into chat_members as m (channel_id, user_id, read_ts, internal_read_ts)
    select id, ${session.userId}, ${read}, ${internalRead} from chat_channels where id = ${id}
    on conflict (channel_id, user_id) do update set ${column} = excluded.${column} where m.${column} < excluded.${column}
    returning 1`.execute(tx)
  if (rows.length === 0) return
  await portal.notifier.takeBack(tx, { thread: chatThread(face, id), keys: 'all', userId: session.userId })
  await portal.live.publish(tx, {
    topic: chatRead,
    to: { userId: String(session.userId) },
    body: { channelId: String(id) },
  })
}
