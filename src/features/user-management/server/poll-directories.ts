import { sql } from 'kysely'
import type { Task } from '#kit/server/jobs.ts'
import type { Portal } from '#kit/server/portal.ts'
import { VendorError } from '#kit/server/vendor/vendor-error.ts'
import { DIRECTORY_LINE, postToDirectory } from './ask-directory.ts'
import type { Directory, Entry } from './directory.ts'
import { isManaged, personWhere } from './person.ts'

/** Asked again from so long ago at the least: clocks differ, and two changes of one moment may show one after the other. */
const OVERLAP_MS = 600_000

/** Asks outside directories every five minutes what changed in them: people may be blocked or let in there by others. */
export function pollDirectories({ db, log }: Portal, directoryOf: (providerId: string) => Promise<Directory>): Task {
  return {
    name: 'directories.poll',
    cron: '*/5 * * * *',
    async run() {
      const { rows } = await sql<{ id: string; issuer: string; knownUntil: Date | null }>`
        select p.id, p.issuer, d.known_until as "knownUntil"
        from identity_providers p left join directory_polls d on d.provider_id = p.id where ${isManaged}`.execute(db)
      for (const provider of rows) {
        const error = await poll(provider).catch((failure: unknown) => {
          if (!(failure instanceof VendorError)) log.error({ err: failure }, 'a directory was not asked')
          return failure instanceof VendorError ? failure.message : 'Something went wrong on our side.'
        })
        await note(provider.id, error)
      }
    },
  }

  async function poll({ id, issuer, knownUntil }: { id: string; issuer: string; knownUntil: Date | null }) {
    const directory = await directoryOf(id)
    if (!directory.everybody || !directory.newsSince) return null
    const until = new Date(Date.now() - OVERLAP_MS)
    if (knownUntil === null) for await (const entries of directory.everybody()) await readDifferent(issuer, entries)
    else
      for await (const news of directory.newsSince(knownUntil)) {
        await readAnew(
          issuer,
          news.map(({ subject }) => subject),
        )
      }
    await sql`
      insert into directory_polls (provider_id, known_until) values (${id}, ${until})
      on conflict (provider_id) do update set known_until = ${until}`.execute(db)
    return null
  }

  /** Has everybody read anew whom the directory has in another state. */
  async function readDifferent(issuer: string, entries: readonly Entry[]): Promise<void> {
    const { rows } = await sql<{ subject: string }>`
      select u.subject from users u
      join jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry(subject text, state text) on entry.subject = u.subject
      where u.issuer = ${issuer} and coalesce(case when u.state like '%ForDeletion' then u.state_before end, u.state) <> entry.state`.execute(
      db,
    )
    await readAnew(
      issuer,
      rows.map(({ subject }) => subject),
    )
  }

  /** Has these people read anew: in their turn, after what they are still to be told there. */
  async function readAnew(issuer: string, subjects: readonly string[]): Promise<void> {
    const { rows } = await sql<{ id: number }>`
      select u.id from users u where u.issuer = ${issuer} and u.subject = any(${subjects}::text[])
        and not exists (select 1 from outbox o where o.line = ${DIRECTORY_LINE} and o.subject = u.id::text and o.verb = 'read' and o.state = 'WAITING')`.execute(
      db,
    )
    for (const { id } of rows)
      await db.transaction().execute(async (tx) => {
        const person = await personWhere(tx, sql`u.id = ${id}`)
        if (person) await postToDirectory(tx, person, 'read')
      })
  }

  async function note(providerId: string, error: string | null): Promise<void> {
    await sql`
      insert into directory_polls (provider_id, asked_at, error) values (${providerId}, now(), ${error})
      on conflict (provider_id) do update set asked_at = now(), error = ${error}`.execute(db)
  }
}
