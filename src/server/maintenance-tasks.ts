import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import type { Task } from '#kit/server/jobs.ts'
import { purgeLiveMessages } from '#kit/server/live/publish.ts'

/**
 * Deletes expired data: live messages after 10 minutes, responses stored for repeated calls after a day, counts of
 * calls.
 */
export function housekeeping(db: Database): Task[] {
  return [
    { name: 'live.purge', cron: '* * * * *', run: async () => void (await purgeLiveMessages(db)) },
    {
      name: 'limits.purge',
      cron: '*/10 * * * *',
      run: async () => void (await sql`delete from rate_limit_counters where ends_at < now()`.execute(db)),
    },
    {
      name: 'idempotency.purge',
      cron: '17 * * * *',
      run: async () =>
        void (await sql`delete from idempotency_keys where at < now() - interval '24 hours'`.execute(db)),
    },
  ]
}
