import { sql } from 'kysely'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'

/** Deletes one-time links 30 days after they expired. */
export function purgeLinks({ db }: AppContext): Task {
  return taskOf(defineJob('sign-in-mail.purge'), {
    cron: '*/15 * * * *',
    async run() {
      await sql`delete from one_time_links where expires_at < now() - interval '30 days'`.execute(db)
    },
  })
}
