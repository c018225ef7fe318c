import { sql } from 'kysely'
import type { Task } from '#kit/server/jobs.ts'
import type { AppContext } from '#kit/server/portal.ts'

/** Deletes challenges and links that are no longer valid, and counts of wrong guesses after a day. */
export function purgeCredentials({ db }: AppContext): Task {
  return {
    name: 'credentials.purge',
    cron: '*/15 * * * *',
    async run() {
      await sql`delete from used_webauthn_challenges where expires_at < now()`.execute(db)
      await sql`delete from one_time_links where expires_at < now() - interval '30 days'`.execute(db)
      await sql`delete from sign_in_throttle where since < now() - interval '1 day'`.execute(db)
    },
  }
}
