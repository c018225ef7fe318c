import { sql } from 'kysely'
import * as z from 'zod/mini'
import { enqueueConnectionMessage } from '#features/platform/connections/server/index.ts'
import { defineJobKind, jobTask, type Step, StepFailed } from '#features/platform/jobs/server/index.ts'
import { indexCase } from '#features/support/cases/server/index.ts'
import type { DataOf } from '#kit/contract/event.ts'
import type { Task } from '#kit/server/job.ts'
import { messageToSend } from '#kit/server/outbox/message-type.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { importIssues } from './import-issues.ts'
import { enqueuePoll } from './poll.ts'
import { projectOf } from './project-store.ts'
import type { Side } from './side.ts'
import { openTracker } from './tracker-adapter.ts'
import { trackerMessages } from './tracker-messages.ts'

export const SYNC_JOB = defineJobKind('tracker.sync', { accountId: z.number(), connection: z.nullable(z.string()) })
export const syncSteps = ['statuses', 'issues', 'cases', 'changes']
/** Without a tracker the words of the cases are indexed again. */
export const embeddedSteps = ['index']
const BATCH = 500
type Input = DataOf<typeof SYNC_JOB.input>

/** The first sync of an account: every issue becomes a case, every open case an issue; no user is notified. */
export function syncTask(portal: AppContext): Task {
  const withTracker = (name: string, run: (side: Side) => Promise<void>): Step<Input> => ({
    name,
    async run({ connection }) {
      const project = connection === null ? undefined : await projectOf(portal.db, connection)
      if (connection === null || !project) throw new StepFailed('No project is set for this account.')
      try {
        await run({ portal, connection, project, tracker: await openTracker(portal, connection) })
      } catch (failure) {
        throw failure instanceof IntegrationError ? new StepFailed(failure.message) : failure
      }
    },
  })
  const steps = [
    withTracker('statuses', checkStatuses),
    withTracker('issues', importIssues),
    withTracker('cases', sendCases),
    withTracker('changes', finish),
    { name: 'index', run: (input: Input) => indexCases(portal, input) },
  ]
  return jobTask(portal, SYNC_JOB, steps, async () => undefined)
}

/** Every mapped status has to be one of the project. */
async function checkStatuses({ tracker, project }: Side): Promise<void> {
  const names = (await tracker.statuses(project.projectKey)).map(({ name }) => name.toLowerCase())
  const wrong = Object.values(project.statusMap).filter((name) => !names.includes(name.toLowerCase()))
  if (wrong.length > 0)
    throw new StepFailed(`The project has no status called ${wrong.join(', ')}. Change the mapping of statuses.`)
}

/** Enqueues what the tracker does not have yet: open cases with their comments and files. */
async function sendCases({ portal, connection, project }: Side): Promise<void> {
  for (let after = 0; ; ) {
    // As float8: the driver returns the elements of bigint[] as text.
    const { rows } = await sql<{ id: number; key: string; status: string; comments: number[]; internal: number[] }>`
      select c.id, c.key, c.status, array(select m.id::float8 from case_comments m where m.case_id = c.id order by m.id) as comments,
        array(select m.id::float8 from case_internal_comments m where m.case_id = c.id order by m.id) as internal
      from cases c where c.account_id = ${project.accountId} and c.id > ${after} and c.is_open and not c.internal
        and not exists (select from tracker_issues i where i.case_id = c.id and i.connection = ${connection})
      order by c.id limit ${BATCH}`.execute(portal.db)
    for (const { id, key, status, comments, internal } of rows)
      await inTransaction(portal.db, async (tx) => {
        const { rows: waiting } = await sql`
          select 1 from outbox where connection = ${connection} and subject = ${`${connection} ${key}`} and state in ('WAITING','FAILED') limit 1`.execute(
          tx,
        )
        if (waiting.length > 0) return
        const about = { caseId: id }
        const messages = [
          messageToSend(trackerMessages.create, about),
          ...comments.map((commentId) => messageToSend(trackerMessages.comment, { ...about, commentId })),
          ...internal.map((commentId) => messageToSend(trackerMessages['internal-comment'], { ...about, commentId })),
          messageToSend(trackerMessages.files, about),
          messageToSend(trackerMessages.watchers, about),
          messageToSend(trackerMessages.move, { ...about, status }),
        ]
        for (const { type, content } of messages)
          await enqueueConnectionMessage(tx, connection, type, { subject: key, content })
      })
    if (rows.length < BATCH) return
    after = rows.at(-1)!.id
  }
}

/** From the start of the sync on, changes are read by polls. */
async function finish({ portal, connection, project }: Side): Promise<void> {
  await inTransaction(portal.db, async (tx) => {
    await sql`
      update tracker_projects set read_until = least(coalesce(read_until, sync_started_at), sync_started_at), sync_finished_at = now()
      where account_id = ${project.accountId} and system = ${project.system}`.execute(tx)
    await enqueuePoll(tx, connection)
  })
}

async function indexCases({ db }: AppContext, { accountId }: Input): Promise<void> {
  const rows = await db.selectFrom('cases').select('id').where('account_id', '=', accountId).orderBy('id').execute()
  for (const { id } of rows) await inTransaction(db, (tx) => indexCase(tx, id))
}
