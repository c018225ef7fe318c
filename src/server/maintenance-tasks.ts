import type { Database } from '#kit/server/database.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import { purgeLiveMessages } from '#kit/server/live/publish.ts'
import { deleteOldResponses } from '#kit/server/serve/idempotency.ts'
import { deleteExpiredCounters } from '#kit/server/serve/limits.ts'

/**
 * Deletes expired data: live messages after 10 minutes, responses stored for repeated calls after a day, counts of
 * calls.
 */
export function housekeepingTasks(db: Database): Task[] {
  return [
    taskOf(defineJob('live.purge'), { cron: '* * * * *', run: async () => void (await purgeLiveMessages(db)) }),
    taskOf(defineJob('limits.purge'), {
      cron: '*/10 * * * *',
      run: () => deleteExpiredCounters(db),
    }),
    taskOf(defineJob('idempotency.purge'), {
      cron: '17 * * * *',
      run: () => deleteOldResponses(db),
    }),
  ]
}
