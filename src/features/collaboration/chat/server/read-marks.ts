import { sql } from 'kysely'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import type { markChannelRead, markInternalRead } from '../contract.ts'
import type { AnyFace } from './face.ts'
import { readableChannel } from './stored-channel.ts'
import { microsecondsOf } from './timestamp.ts'

type Mark = CommandContext<typeof markChannelRead> | CommandContext<typeof markInternalRead>

/** Stores how far the caller has read a face of a channel; a mark never goes back. A member of a channel stays one. */
export async function markRead(call: Mark, face: AnyFace): Promise<undefined> {
  const { tx, session } = call
  const { id } = await readableChannel(tx, session, call.params.id, face.reads)
  const column = sql.ref(face.readUpTo)
  await sql`
    insert into chat_members as m (channel_id, user_id, ${column})
    select id, ${session.userId}, least(${sql.ref(face.newest)}, ${microsecondsOf(call.body.timestamp)}) from chat_channels where id = ${id}
    on conflict (channel_id, user_id) do update set ${column} = greatest(m.${column}, excluded.${column})`.execute(tx)
}
