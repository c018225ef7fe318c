import { sql } from 'kysely'
import { makeTokenOf } from '#features/access/tokens/server/index.ts'
import { lockAccount } from '#features/accounts/accounts/server/index.ts'
import { hasBuildSystem, startBuild } from '#features/infrastructure/build-automation/server/index.ts'
import { metricProblems } from '#features/monitoring/metrics/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import { respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { LINK_HOURS, linkJobStarted, linkProblems, type startLinkJob, startLinkJobs } from '../contract.ts'
import { enrolmentPurpose, enrolmentToken } from './enrolment-tokens.ts'
import { findLinkJobs, linkJobOf } from './link-store.ts'

type Account = { readonly id: number; readonly name: string; readonly displayName: string }
type Deployment = { readonly id: number; readonly name: string }

/** Makes a job with its enrolment token, and starts a build where the account has build automation. */
export async function start(portal: AppContext, call: CommandContext<typeof startLinkJob>) {
  const { tx, session, params, record } = call
  const { cluster = 'c1', deployment: deploymentId } = call.body ?? {}
  const account = await lockAccount(tx, session, params.customer, startLinkJobs)
  const deployment = await deploymentToLink(tx, account, deploymentId)
  const [running] = await findLinkJobs(
    tx,
    sql`j.deployment_id = ${deployment.id} and j.cluster = ${cluster} and j.state = 'IN_PROGRESS'`,
  )
  if (running) throwProblem(linkProblems['link-job-running'], { id: running.id, cluster, deployment: deployment.name })
  const { token, hash } = makeTokenOf(enrolmentToken)
  const encryptedToken = encryptorFor(portal.config).close(token, enrolmentPurpose())
  const { rows } = await sql<{ id: number }>`
    insert into link_jobs (account_id, deployment_id, cluster, token_hash, token, expires_at, created_by)
    values (${account.id}, ${deployment.id}, ${cluster}, ${hash}, ${encryptedToken}, now() + make_interval(hours => ${LINK_HOURS}), ${session.userId})
    returning id`.execute(tx)
  const { id } = rows[0]!
  if (await hasBuildSystem(tx, account.name)) {
    const build = await startBuild(tx, account, {
      parameters: { ACCOUNT: account.name, DEPLOYMENT: deployment.name, CLUSTER: cluster },
      postedBy: session.actor.fullName,
    })
    await sql`update link_jobs set build_id = ${build} where id = ${id}`.execute(tx)
  }
  await record(linkJobStarted, { account: account.id, subject: id, data: { deployment: deployment.name, cluster } })
  const [job] = await findLinkJobs(tx, sql`j.id = ${id}`)
  return respond(linkJobOf(job!), { status: 201 })
}

/** The named deployment of the account, else the first one that has sent nothing, else the first one. */
async function deploymentToLink(tx: Tx, account: Account, id: string | undefined): Promise<Deployment> {
  const { rows } = await sql<Deployment>`
    select d.id, d.name from deployments d where d.account_id = ${account.id} and ${id === undefined ? sql`true` : sql`d.id = ${id}::bigint`}
    order by exists (select from metric_totals t where t.deployment_id = d.id), d.name limit 1`.execute(tx)
  const [deployment] = rows
  if (deployment) return deployment
  return id === undefined
    ? throwProblem(linkProblems['no-deployment-to-link'], { account: account.displayName })
    : throwProblem(metricProblems['deployment-not-found'])
}
