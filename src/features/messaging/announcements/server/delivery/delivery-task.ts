import { sql } from 'kysely'
import { type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { deliverBatch } from './deliver-batch.ts'
import { DELIVER, planDeliveries } from './plan-deliveries.ts'

/** Plans and delivers what is due: at its time, each minute, and when a process starts. */
export function deliveryTask(portal: AppContext): Task {
  return taskOf(DELIVER, {
    cron: '* * * * *',
    atStart: true,
    async run() {
      await planRepeated(portal)
      await skip(portal)
      while (await inTransaction(portal.db, (tx) => deliverBatch(portal, tx)));
    },
  })
}

async function planRepeated({ db }: AppContext): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from announcements where state = 'ENABLED' and recurrence <> 'ONCE' and (expiration_at is null or expiration_at > now())`.execute(
    db,
  )
  for (const { id } of rows) await inTransaction(db, (tx) => planDeliveries(tx, id))
}

/** Of several missed occurrences only the last one is delivered; none of an announcement that has expired. */
async function skip({ db }: AppContext): Promise<void> {
  await sql`
    update announcement_deliveries d set state = 'SKIPPED', finished_at = now() from announcements a
    where a.id = d.announcement_id and d.state = 'WAITING' and d.due_at <= now() and d.last_user_id = 0
      and (a.expiration_at <= now() or exists (select from announcement_deliveries later
        where later.announcement_id = d.announcement_id and later.time_zone is not distinct from d.time_zone
          and later.due_at > d.due_at and later.due_at <= now()))`.execute(db)
}
