import { sql } from 'kysely'
import { enqueueConnectionMessage } from '#features/platform/connections/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import { defineMessages } from '#kit/server/outbox/message-type.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'

export const PORT = 'confluence'
const messages = defineMessages({ mirror: {} })

/** Enqueues a read of each connected space every ten minutes. */
export function mirrorTask({ db }: AppContext): Task {
  return taskOf(defineJob('wiki.mirror'), {
    cron: '* * * * *',
    async run() {
      await inTransaction(db, async (tx) => {
        const { rows } = await sql<{ connection: string }>`
          update wiki_mirrors m set next_at = now() + interval '10 minutes'
          where m.next_at <= now() and not exists (select from outbox_paused o where o.connection = m.connection)
          returning m.connection`.execute(tx)
        for (const { connection } of rows) await enqueueMirror(tx, connection)
      })
    },
  })
}

/** Enqueues a read of a space, unless one waits. */
export async function enqueueMirror(tx: Tx, connection: string): Promise<void> {
  await sql`
    insert into wiki_mirrors (connection, next_at) values (${connection}, now() + interval '10 minutes')
    on conflict (connection) do update set next_at = excluded.next_at`.execute(tx)
  const { rows } = await sql`
    select 1 from outbox where connection = ${connection} and operation = 'mirror' and state = 'WAITING'
      and (claimed_until is null or claimed_until < now()) limit 1`.execute(tx)
  if (rows.length > 0) return
  await enqueueConnectionMessage(tx, connection, messages.mirror, { subject: 'pages', content: {} })
}
