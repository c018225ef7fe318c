import { sql } from 'kysely'
import type { JobStep } from '#features/platform/jobs/contract.ts'
import { requeueJob } from '#features/platform/jobs/server/index.ts'
import { requireReleasable, sharedBundle } from '#features/software/bundles/server/index.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { type deleteRelease, releaseDeleted, releaseProblems, releaseRetried } from '../contract.ts'
import { findRelease, releasePage } from './stored-release.ts'

type Retry = Pick<CommandContext<unknown>, 'tx' | 'session' | 'record'>

/** Resumes a failed delivery at the step that failed; `from: 'sign'` only where that is the signature or later. */
export async function retry(call: Retry, id: string, { from }: { from?: 'sign' } = {}) {
  const { tx, session } = call
  const { bundleId } = await findRelease(tx, session, id)
  requireReleasable(await sharedBundle(tx, session, String(bundleId)))
  const release = await findRelease(tx, session, id, { lock: true })
  if (release.jobId === null) throwProblem(releaseProblems['release-not-approved'])
  const { rows } = await sql<{ state: string; steps: JobStep[] }>`
    select state, steps from jobs where id = ${release.jobId} for update`.execute(tx)
  const { state, steps } = rows[0]!
  if (state !== 'FAILED') throwProblem(releaseProblems['release-not-failed'], { state: release.status })
  const failedStep = steps.find((step) => step.state === 'FAILED')?.name
  if (from === 'sign' && (failedStep === 'check' || failedStep === 'copy'))
    throwProblem(releaseProblems['release-step-not-failed'])
  await requeueJob(tx, release.jobId)
  const data = { releaseId: release.id, what: release.name, step: failedStep }
  await call.record(releaseRetried, { account: release.accountId, subject: release.bundleId, data })
  return releasePage(tx, session, release.id)
}

/**
 * Deletes a release, not while it is being delivered. A delivered one ends its downloads and keeps its proofs
 * (manifest, statement, signature).
 */
export async function remove(call: CommandContext<typeof deleteRelease>): Promise<undefined> {
  const { tx, session, params } = call
  const release = await findRelease(tx, session, params.id, { lock: true })
  const job = await tx.selectFrom('jobs').select('state').where('id', '=', release.jobId).executeTakeFirst()
  if (job?.state === 'QUEUED' || job?.state === 'IN_PROGRESS') throwProblem(releaseProblems['release-in-progress'])
  if (release.status === 'DELIVERED')
    await sql`update bundle_releases set deleted_at = now(), deleted_by = ${session.userId}, version = version + 1, updated_at = clock_timestamp()
      where id = ${release.id}`.execute(tx)
  else await tx.deleteFrom('bundle_releases').where('id', '=', release.id).execute()
  const data = { releaseId: release.id, what: release.name, status: release.status }
  await call.record(releaseDeleted, { account: release.accountId, subject: release.bundleId, data })
}
