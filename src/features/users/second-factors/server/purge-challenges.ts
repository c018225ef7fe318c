import { sql } from 'kysely'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'

/** Deletes used challenges that are no longer valid. */
export function purgeChallenges({ db }: AppContext): Task {
  return taskOf(defineJob('second-factors.purge'), {
    cron: '*/15 * * * *',
    async run() {
      await sql`delete from used_webauthn_challenges where expires_at < now()`.execute(db)
    },
  })
}
