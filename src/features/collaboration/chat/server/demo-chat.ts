import { sql } from 'kysely'
import type { DemoUsers } from '#features/users/demo-users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { customerFace, internalFace } from './face.ts'

const MINUTE = 60

type Line = readonly [author: keyof DemoUsers, minutesAgo: number, body: string]

const conversation: readonly Line[] = [
  ['user', 1560, 'Good morning. The spare RPD for the hub has arrived. The old one goes out on Monday.'],
  ['engineer', 1490, 'Thank you. Please keep its serial number, we need it for the return.'],
  ['user', 66, 'Separate thing: since the upgrade, `show cable modem` takes **40 s** on core 3. It was 2 s before.'],
  ['manager', 64, 'Same here, but only on core 3. The other five respond at once.'],
  ['engineer', 14, 'We can reproduce it. I come back to core 3 in ten minutes.'],
]
const internalLines: readonly Line[] = [
  ['rnd', 62, 'Telemetry holds a lock on the modem table. Fixed in the next bundle.'],
  ['engineer', 60, 'Can I tell them?'],
  ['rnd', 58, 'Not the number, and no date before the release is signed. Say that we know the cause.'],
]

/** Fills the chat of the customer's account with a conversation, and the internal side with the notes about it. */
export async function makeDemoChat(tx: Tx, users: DemoUsers, account: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select c.id from chat_channels c join accounts a on a.id = c.account_id where a.name = ${account} and c.case_id is null`.execute(
    tx,
  )
  const { id } = rows[0]!
  for (const [face, lines] of [
    [customerFace, conversation],
    [internalFace, internalLines],
  ] as const) {
    const now = Math.floor(Date.now() / 1000)
    for (const [author, minutes, body] of lines) {
      const ts = (now - minutes * MINUTE) * 1_000_000
      await sql`
        insert into ${sql.table(face.messages)} (channel_id, ts, author_id, body)
        values (${id}, ${ts}, ${users[author].id}, ${body})`.execute(tx)
      await sql`
        update chat_channels set last_ts = greatest(last_ts, ${ts}::bigint), ${sql.ref(face.newest)} = ${ts},
          ${sql.ref(face.counter)} = ${sql.ref(face.counter)} + 1 where id = ${id}`.execute(tx)
    }
  }
  for (const author of new Set([...conversation, ...internalLines].map(([name]) => name)))
    await sql`
      insert into chat_members (channel_id, user_id, read_ts, internal_read_ts)
      select id, ${users[author].id}, case when ${author} = 'engineer' then message_ts else 0 end, internal_ts
      from chat_channels where id = ${id}`.execute(tx)
}
