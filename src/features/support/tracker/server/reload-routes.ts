import { sql } from 'kysely'
import { startJob } from '#features/platform/jobs/server/index.ts'
import { accountFor } from '#features/support/case-access/server/index.ts'
import { configureTracker } from '#features/support/rnd-projects/contract.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest } from '#kit/server/serve/request-context.ts'
import { serve } from '#kit/server/serve/serve.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { reloadIssues, type TrackerTarget, trackerProblems, trackerReloadStarted } from '../contract.ts'
import { type CalledTracker, callTracker, requireConnected } from './call-tracker.ts'
import { lockTarget } from './config-store.ts'
import { embeddedSteps, SYNC_JOB, syncSteps } from './first-sync.ts'
import { projectOf } from './project-store.ts'

/** *Reload*: calls the tracker first, so that a wrong login is reported at once, and starts the job. */
export function serveReload(portal: AppContext): void {
  const { db } = portal
  serve(portal, reloadIssues, async (call) => {
    const { session, query } = call
    const { accountId, account } = await accountFor(db, session, configureTracker, query.account)
    const row = await db
      .selectFrom('tracker_targets')
      .select('target')
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    const target = (row?.target ?? 'embedded') as TrackerTarget
    const connection = target === 'embedded' ? null : `${target}:${account}`
    if (connection) await requireReachable({ account, system: target })
    const job = await inTransaction(db, async (tx) => {
      await lockTarget(tx, accountId)
      const { rows } = await sql`
        select 1 from jobs where account_id = ${accountId} and kind = ${SYNC_JOB.name} and state in ('QUEUED','IN_PROGRESS')`.execute(
        tx,
      )
      if (rows.length > 0) throwProblem(trackerProblems['tracker-sync-running'], { account })
      const id = await startJob(tx, {
        kind: SYNC_JOB,
        ownerId: session.userId,
        accountId,
        steps: connection ? syncSteps : embeddedSteps,
        input: { accountId, connection },
      })
      if (connection)
        await sql`
          update tracker_projects set job_id = ${id}, sync_started_at = now(), sync_finished_at = null, sync_total = null, sync_read = 0,
            sync_created = 0, sync_page = null where account_id = ${accountId} and system = ${target}`.execute(tx)
      await recordEvent(tx, trackerReloadStarted, actorOfRequest(call.request), {
        account: accountId,
        subject: account,
        data: { job: id, target },
      })
      return id
    })
    return respond({ job: String(job) }, { status: 202 })
  })

  async function requireReachable(about: CalledTracker): Promise<void> {
    const project = await projectOf(db, await requireConnected(portal, about))
    if (!project) throwProblem(trackerProblems['tracker-project-missing'], about)
    await callTracker(portal, about, (tracker) => tracker.check(project.projectKey))
  }
}
