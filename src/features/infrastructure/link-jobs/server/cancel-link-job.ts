import { sql } from 'kysely'
import { lockAccount } from '#features/accounts/accounts/server/index.ts'
import { dropToken } from '#features/monitoring/metrics/server/index.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import { type cancelLinkJob, linkJobCancelled, linkProblems, startLinkJobs } from '../contract.ts'
import { endLinkJob, findLinkJobs, linkJobOf } from './link-store.ts'

/** Ends a job in progress; the token that its enrolment token was exchanged for is revoked too. */
export async function cancel(call: CommandContext<typeof cancelLinkJob>) {
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
