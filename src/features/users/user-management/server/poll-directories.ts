import { sql } from 'kysely'
import { isManaged } from '#features/users/managed-users/server/index.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import type { Directory, Entry } from './directory.ts'
import { recordDirectoryEvents } from './directory-events.ts'
import { recordCircuitState } from './note-circuit.ts'
import { resyncUsers } from './resync-users.ts'
import { syncMfaGroup } from './sync-mfa-group.ts'
import { DIRECTORY_LINE } from './update-directory.ts'

/** Polls again from this long before the newest known event: earlier events may arrive later. */
const OVERLAP_MS = 60_000
export const POLL_MINUTES = 5
/** Handled events are stored for this long, so that they are not handled again. */
const REMEMBERED = '7 days'

/**
 * Polls external directories every five minutes for events, the first time for all users: others may block or admit
 * users there, and events may be late. Then has users who need a second factor added to the group for it.
 */
export function pollDirectories(
  { db, log }: AppContext,
  directoryOf: (providerId: string) => Promise<Directory>,
): Task {
  return taskOf(defineJob('directories.poll'), {
    calls: DIRECTORY_LINE,
    cron: `*/${POLL_MINUTES} * * * *`,
    async run() {
      const { rows } = await sql<{ id: string; knownUntil: Date | null }>`
        select p.id, d.known_until as "knownUntil"
        from identity_providers p left join directory_polls d on d.provider_id = p.id 
        where ${isManaged} and not exists (select from outbox_paused o where o.connection = 'directory:' || p.id)`.execute(
        db,
      )
      for (const provider of rows) {
        const began = new Date()
        const error = await poll(provider).catch((failure: unknown) => {
          if (!(failure instanceof IntegrationError)) log.error({ err: failure }, 'a directory was not asked')
          return failure instanceof IntegrationError ? failure.message : 'Something went wrong on our side.'
        })
        await note(provider.id, began, error)
      }
      await inTransaction(db, (tx) => syncMfaGroup(tx))
      await sql`delete from directory_events where handled_at < now() - ${REMEMBERED}::interval`.execute(db)
    },
  })

  async function poll({ id, knownUntil }: { id: string; knownUntil: Date | null }) {
    const directory = await directoryOf(id)
    if (!directory.everybody || !directory.eventsSince) return null
    let until = knownUntil ?? new Date(Date.now() - OVERLAP_MS)
    if (knownUntil === null) for await (const entries of directory.everybody()) await readDifferent(id, entries)
    else
      for await (const events of directory.eventsSince(new Date(knownUntil.getTime() - OVERLAP_MS))) {
        await recordDirectoryEvents(db, id, events)
        for (const { at } of events) if (at > until) until = at
      }
    await sql`
      insert into directory_polls (provider_id, known_until) values (${id}, ${until})
      on conflict (provider_id) do update set known_until = ${until}`.execute(db)
    return null
  }

  /** Rereads all users whose state in the directory differs. */
  async function readDifferent(id: string, entries: readonly Entry[]): Promise<void> {
    const { rows } = await sql<{ subject: string }>`
      select u.subject from users u join identity_providers p on p.issuer = u.issuer
      join jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry(subject text, state text) on entry.subject = u.subject
      where p.id = ${id} and coalesce(case when u.state like '%ForDeletion' then u.state_before end, u.state) <> entry.state`.execute(
      db,
    )
    const subjects = rows.map(({ subject }) => subject)
    await inTransaction(db, (tx) => resyncUsers(tx, id, { subjects }))
  }

  /** Records the result of a poll, unless one that began later has already done so. */
  async function note(providerId: string, began: Date, error: string | null): Promise<void> {
    await sql`
      insert into directory_polls as d (provider_id, asked_at, error) values (${providerId}, ${began}, ${error})
      on conflict (provider_id) do update set asked_at = excluded.asked_at, error = excluded.error
      where d.asked_at is null or d.asked_at <= excluded.asked_at`.execute(db)
    // A process that knew it to be failing may be gone.
    if (error === null) await recordCircuitState(db, providerId, false)
  }
}
