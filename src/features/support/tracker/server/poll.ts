import { sql } from 'kysely'
import { enqueueConnectionMessage } from '#features/platform/connections/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { MessageType } from '#kit/server/outbox/message-type.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { caseOfIssue } from './issue-store.ts'
import { nextPage } from './next-page.ts'
import type { Side } from './side.ts'
import { trackerMessages } from './tracker-messages.ts'

/** The first poll of a project that was never synced reads what changed in this time. */
const FIRST_MS = 15 * 60_000

/** Reads which issues changed, and enqueues a read of each of them behind what its case sends. */
export async function poll({ portal, connection, tracker, project }: Side): Promise<void> {
  const { db } = portal
  const began = new Date()
  const since = project.readUntil ?? new Date(began.getTime() - FIRST_MS)
  let page: string | null = null
  do {
    const changePage = await tracker.changed(project.projectKey, { since, page })
    await inTransaction(db, async (tx) => {
      for (const { id, changed: changedAt } of changePage.issues) {
        const knownCase = await caseOfIssue(tx, connection, id)
        if (knownCase?.changed !== changedAt) await enqueueRead(tx, connection, id, knownCase)
      }
    })
    page = nextPage(page, changePage.next)
  } while (page)
  await sql`
    update tracker_projects set read_until = ${began}, polled_at = now() where account_id = ${project.accountId} and system = ${project.system}`.execute(
    db,
  )
}

/** Enqueues a read of an issue, unless one waits. */
export async function enqueueRead(
  tx: Tx,
  connection: string,
  trackerId: string,
  knownCase: { readonly id: number; readonly key: string } | undefined,
): Promise<void> {
  const subject = knownCase?.key ?? trackerId
  if (await isWaiting(tx, connection, `${connection} ${subject}`, trackerMessages.read)) return
  const content = { trackerId, ...(knownCase ? { caseId: knownCase.id } : {}) }
  await enqueueConnectionMessage(tx, connection, trackerMessages.read, { subject, content })
}

/** Polls the trackers that cases are kept in step with, each at its interval. */
export function pollTask({ db }: AppContext): Task {
  return taskOf(defineJob('tracker.poll'), {
    cron: '* * * * *',
    async run() {
      await inTransaction(db, async (tx) => {
        const { rows } = await sql<{ connection: string }>`
          update tracker_projects p set next_poll_at = now() + p.interval_seconds * interval '1 second'
          from tracker_targets t, connections c
          where t.account_id = p.account_id and t.target = p.system and c.account_id = p.account_id and c.port = p.system
            and (p.next_poll_at is null or p.next_poll_at <= now()) and not exists (select from outbox_paused o where o.connection = c.id)
          returning c.id as connection`.execute(tx)
        for (const { connection } of rows) await enqueuePoll(tx, connection)
      })
    },
  })
}

/** Enqueues a poll of a connection, unless one waits. */
export async function enqueuePoll(tx: Tx, connection: string): Promise<void> {
  if (await isWaiting(tx, connection, `${connection} ${POLL}`, trackerMessages.poll)) return
  await enqueueConnectionMessage(tx, connection, trackerMessages.poll, { subject: POLL, content: {} })
}
const POLL = 'changes'

/** Whether a message of that kind waits that no process is sending. */
async function isWaiting(
  db: Database | Tx,
  connection: string,
  subject: string,
  { operation }: MessageType,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from outbox where connection = ${connection} and subject = ${subject} and operation = ${operation} and state = 'WAITING'
      and (claimed_until is null or claimed_until < now()) limit 1`.execute(db)
  return rows.length > 0
}
