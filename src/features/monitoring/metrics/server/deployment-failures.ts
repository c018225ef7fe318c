import { sql } from 'kysely'
import { QueryError } from '#features/monitoring/promql/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { HttpProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { DeploymentJob } from '../contract.ts'

type DeploymentRef = { readonly id: number; readonly name: string }
type RunningPortal = Pick<AppContext, 'db' | 'log'>

/**
 * Does the part of a job that concerns one deployment. A failure is logged, shown with the deployment until the job
 * succeeds, and keeps no other deployment from its turn.
 */
export async function runAlone(
  running: RunningPortal,
  job: DeploymentJob,
  deployment: DeploymentRef,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (failure) {
    return recordFailure(running, job, deployment, failure)
  }
  await clearFailures(running.db, job, [deployment.id])
}

/** Records that a job failed for a deployment; one that was deleted meanwhile is no failure. */
export async function recordFailure(
  { db, log }: RunningPortal,
  job: DeploymentJob,
  { id, name }: DeploymentRef,
  failure: unknown,
): Promise<void> {
  const reason = failure instanceof QueryError || failure instanceof HttpProblem ? failure.message : null
  const { rows } = await sql`
    insert into deployment_failures as f (deployment_id, job, reason) select id, ${job}, ${reason} from deployments where id = ${id} for key share
    on conflict (deployment_id, job) do update set reason = excluded.reason, last_at = excluded.last_at returning 1`.execute(
    db,
  )
  if (rows.length > 0) log.error({ err: failure, deployment: name, job }, 'a job failed for a deployment')
}

/** Forgets the failures of deployments for which a job succeeded. */
export async function clearFailures(db: Database, job: DeploymentJob, ids: readonly number[]): Promise<void> {
  await sql`delete from deployment_failures where job = ${job} and deployment_id = any(${ids}::bigint[])`.execute(db)
}
