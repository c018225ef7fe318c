import { type RawBuilder, sql } from 'kysely'
import { deploymentSamplesBegan } from '#features/monitoring/metrics/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { noUser, recordEvent } from '#kit/server/events/event.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import type { LinkReason } from '../contract/link.ts'
import { LINK_HOURS, linkJobDone, linkJobFailed } from '../contract.ts'
import { endLinkJob, findLinkJobs, type StoredLinkJob } from './link-store.ts'

/** A job is done when the first samples arrive with the token that its enrolment token was exchanged for. */
export const samplesHandler: EventHandler = on(deploymentSamplesBegan, 'link-job-done', async ({ data }, tx) => {
  const [job] = await findLinkJobs(
    tx,
    sql`j.deployment_token_id = ${String(data.token)}::bigint and j.state = 'IN_PROGRESS'`,
  )
  if (!job || !(await endLinkJob(tx, job.id, { state: 'DONE', hasSamples: true }))) return
  await recordEvent(tx, linkJobDone, noUser, factOf(job))
})

/** Jobs fail that did not go on in time. */
export function expiryTask({ db }: AppContext): Task {
  const hours = sql`make_interval(hours => ${LINK_HOURS})`
  return taskOf(defineJob('link-jobs.expire'), {
    cron: '*/5 * * * *',
    async run() {
      await inTransaction(db, async (tx) => {
        await failWhere(tx, sql`j.exchanged_at is null and j.expires_at <= now()`, 'EXPIRED')
        await failWhere(tx, sql`j.exchanged_at <= now() - ${hours}`, 'NO_SAMPLES')
      })
    },
  })
}

/** Fails the jobs in progress that meet a condition on `j`. */
export async function failWhere(tx: Tx, where: RawBuilder<unknown>, reason: LinkReason): Promise<void> {
  for (const job of await findLinkJobs(tx, sql`j.state = 'IN_PROGRESS' and ${where}`, { size: 1_000 }))
    if (await endLinkJob(tx, job.id, { state: 'FAILED', reason }))
      await recordEvent(tx, linkJobFailed, noUser, factOf(job, { reason }))
}

function factOf({ id, accountId, deployment, cluster }: StoredLinkJob, more: object = {}) {
  return { account: accountId, subject: id, data: { deployment: deployment.name, cluster, ...more } }
}
