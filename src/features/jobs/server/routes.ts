import { answer, etagOf } from '#kit/server/answer.ts'
import { holds } from '#kit/server/holds.ts'
import { addJob } from '#kit/server/jobs.ts'
import type { Portal } from '#kit/server/portal.ts'
import { refuse } from '#kit/server/refusal.ts'
import { serve, serveWrite } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { jobProblems, jobRetried, operateJobs, readJob, retryJob } from '../contract.ts'
import { findJob, queueAgain, type StoredJob } from './job-store.ts'

/** Jobs that people watch and try again. */
export function serveJobs(portal: Portal): void {
  serve(portal, readJob, async (call) => {
    const { job } = visible(call.session, await findJob(portal.db, Number(call.params.id)))
    return answer(job, { etag: etagOf(job.version) })
  })

  serveWrite(portal, retryJob, async (call) => {
    const id = Number(call.params.id)
    const { job } = visible(call.session, await findJob(call.tx, id, { lock: true }))
    if (job.state !== 'FAILED') refuse(jobProblems['job-not-failed'], { state: job.state })
    await queueAgain(call.tx, id)
    await addJob(call.tx, job.kind, { jobId: id }, { key: `job ${id}` })
    await call.record(jobRetried, { subject: id, data: { kind: job.kind } })
    return (await findJob(call.tx, id))!.job
  })
}

function visible(session: Session, stored: StoredJob | undefined): StoredJob {
  if (!stored || (stored.ownerId !== session.personId && !holds(session, operateJobs)))
    refuse(jobProblems['job-not-found'])
  return stored
}
