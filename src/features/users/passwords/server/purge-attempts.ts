import { sql } from 'kysely'
import type { Task } from '#kit/server/jobs.ts'
import type { AppContext } from '#kit/server/portal.ts'

/** Deletes counts of wrong guesses after a day. */
export function purgeAttempts({ db }: AppContext): Task {
  return {
    name: 'passwords.purge',
    cron: '*/15 * * * *',
    async run() {
      await sql`delete from sign_in_throttle where since < now() - interval '1 day'`.execute(db)
    },
  }
}
