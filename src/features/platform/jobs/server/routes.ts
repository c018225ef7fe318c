import { etagOf, respond } from '#kit/server/handler-response.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { jobProblems, jobRetried, operateJobs, readJob, retryJob } from '../contract.ts'
import { findJob, requeueJob, type StoredJob } from './job-store.ts'

/** Jobs that users watch and retry. */
export function serveJobs(portal: AppContext): void {
  serve(portal, readJob, async (call) => {
    const { job } = visible(call.session, await findJob(portal.db, Number(call.params.id)))
    return respond(job, { etag: etagOf(job.version) })
  })

  registerCommand(portal, retryJob, async (call) => {
    const id = Number(call.params.id)
    const { job } = visible(call.session, await findJob(call.tx, id, { lock: true }))
    if (job.state !== 'FAILED') throwProblem(jobProblems['job-not-failed'], { state: job.state })
    await requeueJob(call.tx, id)
    await call.record(jobRetried, { subject: id, data: { kind: job.kind } })
    return (await findJob(call.tx, id))!.job
  })
}

function visible(session: Session, job: StoredJob | undefined): StoredJob {
  if (!job || (job.ownerId !== session.userId && !hasPermission(session, operateJobs)))
    throwProblem(jobProblems['job-not-found'])
  return job
}
