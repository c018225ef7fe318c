import { sql } from 'kysely'
import { startJob } from '#features/platform/jobs/server/index.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import {
  type decideAccountRequest,
  readAccountRequests,
  requestApproved,
  requestProblems,
  requestRejected,
} from '../contract.ts'
import { REQUESTS, requestDecided, waitingRequest, whatOf } from './account-request-notifications.ts'
import { PROVISION, stepsOf } from './provision.ts'
import { lockRequest, requestPage } from './request-store.ts'

/** Approves or rejects the request of another user. An approval starts the provisioning in the same transaction. */
export async function reviewRequest(portal: AppContext, call: CommandContext<typeof decideAccountRequest>) {
  const { tx, session, params, query, body } = call
  const stored = await lockRequest(tx, session, params.id)
  requireVersion(call, stored.version)
  if ([stored.requestedBy, stored.requestedByImpersonator].includes(session.userId))
    throwProblem(requestProblems['account-request-own'])
  if (stored.status !== 'NEW')
    throwProblem(requestProblems['account-request-decided'], { status: stored.status.toLowerCase() })
  const reason = body?.reason?.trim() || null
  const approved = query.requestStatus === 'APPROVED'
  const jobId = approved
    ? await startJob(tx, {
        kind: PROVISION,
        ownerId: session.userId,
        steps: stepsOf({ ...stored.wanted, requestType: stored.requestType }),
        input: { requestId: stored.id, deciderId: session.userId, deciderName: session.actor.fullName },
      })
    : null
  await tx
    .updateTable('account_requests')
    .set({
      request_status: query.requestStatus,
      reason,
      decided_by: session.userId,
      job_id: jobId,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', stored.id)
    .execute()
  await call.record(approved ? requestApproved : requestRejected, { subject: stored.id, data: { reason } })
  const decided = await requestPage(tx, session, stored.id)
  const values = {
    what: whatOf(decided.wanted),
    status: query.requestStatus.toLowerCase(),
    who: session.actor.fullName,
    reason: reason ?? '',
  }
  await portal.notifier.takeBack(tx, { thread: waitingRequest(stored.id), keys: 'all' })
  await portal.notifier.notify(tx, requestDecided, {
    to: [{ userId: stored.requestedBy }],
    values,
    link: REQUESTS,
    readable: { permission: readAccountRequests, accountId: null },
  })
  return respond(decided, { etag: etagOf(decided.version) })
}
