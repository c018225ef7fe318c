import type { Database } from '#kit/server/database.ts'
import type { Task } from '#kit/server/jobs.ts'
import { purgeLiveMessages } from '#kit/server/live/publish.ts'
import { deleteOldResponses } from '#kit/server/serve/idempotency.ts'
import { deleteExpiredCounters } from '#kit/server/serve/limits.ts'

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
      run: () => deleteExpiredCounters(db),
    },
    {
      name: 'idempotency.purge',
      cron: '17 * * * *',
      run: () => deleteOldResponses(db),
    },
  ]
}
