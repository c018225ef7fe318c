import { sql } from 'kysely'
import { isVendor } from '#features/access/roles/contract.ts'
import { accountIn, lockAccount } from '#features/accounts/accounts/server/index.ts'
import { dropToken } from '#features/monitoring/metrics/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import { fillText } from '#kit/contract/problem.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import { registerCommand, registerStream, serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import {
  cancelLinkJob,
  exchangeEnrolmentToken,
  LINK_HOURS,
  type LinkLogLine,
  linkJobCancelled,
  linkProblems,
  listLinkJobs,
  readLinkInstructions,
  readLinkJob,
  readLinkJobs,
  startLinkJob,
  startLinkJobs,
} from '../contract.ts'
import { serverTexts } from '../texts.ts'
import { exchange, openToken } from './enrolment-tokens.ts'
import { instructionsOf } from './instructions.ts'
import { endLinkJob, findLinkJobs, findLinkJobsOf, linkJobOf, type StoredLinkJob } from './link-store.ts'
import { start } from './start-link-job.ts'

/** Serves link jobs, their instructions, and the exchange of their tokens. */
export function serveLinkJobs(portal: AppContext): void {
  const { db } = portal
  serve(portal, listLinkJobs, async (call) => {
    const { id: accountId } = await accountIn(portal.db, call.session, {
      name: call.params.customer,
      permission: readLinkJobs,
    })
    const { page, size, sort } = call.query
    const { descending } = readSort(sort, { field: 'created', descending: true })[0]!
    return halPage(call, 'jobs', await findLinkJobsOf(db, accountId, { page, size, descending }))
  })
  serve(portal, readLinkJob, async (call) => {
    const job = await jobOf(portal, call)
    const detail = { ...linkJobOf(job), log: logOf(job), buildLog: job.buildLog }
    return respond(detail, { headers: { etag: etagOf(job.version) } })
  })
  registerStream(portal, readLinkInstructions, async (call) => {
    const job = await jobOf(portal, call)
    const { expires, exchanged: exchangedAt, build, ...about } = job
    const text = instructionsOf({
      ...about,
      account: job.customer,
      deployment: job.deployment.name,
      portalUrl: portal.publicUrl(),
      token: maySeeToken(call.session, job.customer) ? await openToken(portal, sql`id = ${job.id}::bigint`) : null,
      isExchanged: exchangedAt !== null,
      expires: minuteOf(expires),
      hasBuild: build !== null,
    })
    return (
      call.reply
        .header('content-type', 'text/markdown; charset=utf-8')
        // Names in it are set by users: as a page of its own it must not be rendered.
        .header('content-disposition', `attachment; filename="link-job-${job.id}.md"`)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'no-store')
        .send(text)
    )
  })
  registerCommand(portal, startLinkJob, (call) => start(portal, call))
  registerCommand(portal, cancelLinkJob, cancel)
  registerCommand(portal, exchangeEnrolmentToken, (call) => exchange(portal, call))
}

/** Customers install what they own; of the staff those who start jobs see the token; impersonators never. */
function maySeeToken(session: Session, account: string): boolean {
  if (session.impersonator) return false
  return !isVendor(session.actor) || hasPermission(session, startLinkJobs, account)
}

type JobCall = { readonly session: Session; readonly params: { readonly customer: string; readonly id: string } }

async function jobOf(portal: AppContext, { session, params }: JobCall): Promise<StoredLinkJob> {
  const { id: accountId } = await accountIn(portal.db, session, { name: params.customer, permission: readLinkJobs })
  const [job] = await findLinkJobs(portal.db, sql`j.id = ${params.id}::bigint and j.account_id = ${accountId}`)
  return job ?? throwProblem(linkProblems['link-job-not-found'])
}

/** Ends a job in progress; the token that its enrolment token was exchanged for is revoked too. */
async function cancel(call: CommandContext<typeof cancelLinkJob>) {
  const { tx, session, params, record } = call
  const account = await lockAccount(tx, session, params.customer, startLinkJobs)
  const ours = sql`j.id = ${params.id}::bigint and j.account_id = ${account.id}`
  await sql`select from link_jobs j where ${ours} for update`.execute(tx)
  const job = (await findLinkJobs(tx, ours))[0] ?? throwProblem(linkProblems['link-job-not-found'])
  requireVersion(call, job.version)
  if (!(await endLinkJob(tx, job.id, { state: 'CANCELLED', by: session.userId })))
    throwProblem(linkProblems['link-job-ended'])
  const { deployment, cluster, deploymentToken } = job
  if (deploymentToken !== null)
    await dropToken(call, { id: Number(deployment.id), name: deployment.name, accountId: account.id }, deploymentToken)
  const data = { deployment: deployment.name, cluster }
  await record(linkJobCancelled, { account: account.id, subject: job.id, data })
  const endedJob = linkJobOf((await findLinkJobs(tx, ours))[0]!)
  return respond(endedJob, { headers: { etag: etagOf(endedJob.version) } })
}

const SYSTEM = 'Jenkins'

/** What happened in a job, in its order. */
function logOf(job: StoredLinkJob): LinkLogLine[] {
  const { build, reason, ended: endedAt, state } = job
  const lines = [
    line(job.created, serverTexts.log.started, { name: job.createdBy.fullName, at: minuteOf(job.expires) }),
    line(build?.queued, serverTexts.log.buildQueued, { system: SYSTEM, item: build?.queueItem ?? '' }),
    line(build?.started, serverTexts.log.buildRunning, { system: SYSTEM, number: build?.number ?? '' }),
    build?.error
      ? line(build.ended, serverTexts.log.buildFailed, { system: SYSTEM, error: build.error }, true)
      : line(build?.ended, serverTexts.log.buildSucceeded, { system: SYSTEM, number: build?.number ?? '' }),
    line(job.exchanged, serverTexts.log.exchanged, { from: job.exchangedFrom ?? '' }),
    line(job.firstSamples, serverTexts.log.samples, { deployment: job.deployment.name }),
    state === 'DONE' && line(endedAt, serverTexts.log.done, {}),
    state === 'CANCELLED' && line(endedAt, serverTexts.log.cancelled, { name: job.endedBy ?? '' }),
    reason && line(endedAt, serverTexts.log[reason], { hours: LINK_HOURS }, true),
  ]
  const shownLines = lines.filter((one) => one !== null && one !== false)
  return shownLines.sort((a, b) => a.at.localeCompare(b.at))
}

function line(
  at: string | null | undefined,
  text: string,
  values: Record<string, string | number>,
  isProblem = false,
): LinkLogLine | null {
  return at ? { at, text: fillText(text, values), isProblem } : null
}

/** `2026-11-24 09:58` of a time in ISO 8601. */
function minuteOf(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ')
}
