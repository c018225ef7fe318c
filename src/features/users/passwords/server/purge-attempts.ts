import { sql } from 'kysely'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'

/** Deletes counts of wrong guesses after a day. */
export function purgeAttempts({ db }: AppContext): Task {
  return taskOf(defineJob('passwords.purge'), {
    cron: '*/15 * * * *',
    async run() {
      await sql`delete from sign_in_throttle where since < now() - interval '1 day'`.execute(db)
    },
  })
}
