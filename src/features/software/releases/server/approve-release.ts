import { sql } from 'kysely'
import { startJob } from '#features/platform/jobs/server/index.ts'
import { requireReleasable, sharedBundle } from '#features/software/bundles/server/index.ts'
import { customersRegistry } from '#features/software/uploads/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { requireDownloadable } from '#kit/server/files/file-scans.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { type approveRelease, releaseApproved, releaseProblems, releaseSteps } from '../contract.ts'
import { DELIVERY } from './deliver-release.ts'
import { frozenComponents } from './frozen-components.ts'
import { findRelease, releasePage } from './stored-release.ts'

/**
 * Approves a release that another user created, once, and starts its delivery. A user who impersonated its creator is
 * its creator too.
 */
export async function approve(call: CommandContext<typeof approveRelease>) {
  const { tx, session, query } = call
  const visibleRelease = await findRelease(tx, session, query.bundleReleaseId)
  requireReleasable(await sharedBundle(tx, session, String(visibleRelease.bundleId)))
  const release = await findRelease(tx, session, query.bundleReleaseId, { lock: true })
  if ([release.createdBy, release.createdByImpersonator].includes(session.userId))
    throwProblem(releaseProblems['self-approval-forbidden'])
  if (release.approvedBy !== null)
    throwProblem(releaseProblems['release-already-approved'], { name: await nameOf(tx, release.approvedBy) })
  if (release.rejectedBy !== null)
    throwProblem(releaseProblems['release-rejected'], { name: await nameOf(tx, release.rejectedBy) })
  const components = await frozenComponents(tx, release.id)
  await requireDownloadable(
    tx,
    components.map(({ digest, fileName: name }) => ({ digest, name })),
  )
  const copies = components.some(({ image }) => image) && (await customersRegistry({ db: tx })) !== undefined
  const jobId = await startJob(tx, {
    kind: DELIVERY,
    ownerId: session.userId,
    accountId: release.accountId,
    steps: releaseSteps.filter((step) => step !== 'copy' || copies),
    input: { releaseId: release.id },
  })
  await sql`update bundle_releases set approved_by = ${session.userId}, approved_at = now(), job_id = ${jobId}, version = version + 1,
    updated_at = clock_timestamp() where id = ${release.id}`.execute(tx)
  const data = { releaseId: release.id, what: release.name, jobId }
  await call.record(releaseApproved, { account: release.accountId, subject: release.bundleId, data })
  return releasePage(tx, session, release.id)
}

/** The full name of a user. */
export async function nameOf(tx: Tx, id: number): Promise<string> {
  const user = await tx.selectFrom('users').select('full_name').where('id', '=', id).executeTakeFirstOrThrow()
  return user.full_name
}
