import { sql } from 'kysely'
import * as z from 'zod/mini'
import { setDirectoryGroup } from '#features/access/user-records/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { addJob, defineJob, type Task, taskOf } from '#kit/server/job.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import type { DirectoryEvent } from './directory.ts'
import { resyncUsers } from './resync-users.ts'

const TASK = defineJob('directories.news', { provider: z.string() })
const BATCH = 200

type NotedEvent = {
  readonly id: string
  readonly at: Date
  readonly subject: string
  readonly profile: boolean
  readonly group: string | null
  readonly isMember: boolean | null
}

/** Stores events of a directory, pushed or polled; known ones are skipped. A job handles them. */
export async function recordDirectoryEvents(
  tx: Tx | Database,
  provider: string,
  events: readonly DirectoryEvent[],
): Promise<void> {
  if (events.length === 0) return
  const lines = events.map(({ group, ...one }) => ({ ...one, group: group?.id, is_member: group?.isMember }))
  const { rows } = await sql`
    insert into directory_events (provider_id, event_id, at, subject, profile, group_id, is_member)
    select ${provider}, id, at, subject, profile, "group", is_member
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as line(id text, at timestamptz, subject text, profile boolean, "group" text, is_member boolean)
    on conflict do nothing returning 1`.execute(tx)
  if (rows.length > 0) await addJob(tx, TASK, { provider }, { key: `${TASK.name} ${provider}` })
}

/** Handles new events: the affected users are reread like in a sync; for groups the membership is stored. */
export function eventsTask(db: Database): Task {
  return taskOf(TASK, {
    async run({ provider }) {
      while ((await inTransaction(db, (tx) => handle(tx, provider))) === BATCH);
    },
  })
}

async function handle(tx: Tx, provider: string): Promise<number> {
  const { rows } = await sql<NotedEvent>`
    select event_id as id, at, subject, profile, group_id as "group", is_member as "isMember" from directory_events
    where provider_id = ${provider} and handled_at is null order by at, event_id limit ${BATCH} for update skip locked`.execute(
    tx,
  )
  for (const events of rows) if (events.group !== null) await noteGroup(tx, provider, events)
  const about = rows.filter(({ group }) => group === null)
  const profileSubjects = about.filter(({ profile }) => profile).map(({ subject }) => subject)
  const others = about.map(({ subject }) => subject).filter((subject) => !profileSubjects.includes(subject))
  await resyncUsers(tx, provider, { subjects: profileSubjects, profile: true })
  await resyncUsers(tx, provider, { subjects: others })
  const ids = rows.map(({ id }) => id)
  await sql`update directory_events set handled_at = now() where provider_id = ${provider} and event_id = any(${ids}::text[])`.execute(
    tx,
  )
  return rows.length
}

/**
 * Stores that a user entered or left the group of users who need a second factor, unless a later event is already
 * known. The next poll checks whether that is right.
 */
async function noteGroup(tx: Tx, provider: string, { at, subject, group, isMember }: NotedEvent): Promise<void> {
  await setDirectoryGroup(
    tx,
    sql<boolean>`subject = ${subject} and exists (select from identity_providers p where p.id = ${provider} and p.issuer = users.issuer
        and (p.factor_group = ${group} or users.directory_group = ${group}))
      and not exists (select from directory_events n where n.provider_id = ${provider} and n.subject = ${subject}
        and n.group_id = ${group} and n.handled_at is not null and n.at > ${at})`,
    isMember ? group : null,
  )
}
