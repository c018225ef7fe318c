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
import { accountRequestsPath } from '../paths.ts'
import { requestDecided, waitingRequest, whatOf } from './account-request-notifications.ts'
import { PROVISION, stepsOf } from './provision.ts'
import { lockRequest, requestPage } from './request-store.ts'

/** Approves or rejects the request of another user. An approval starts the provisioning in the same transaction. */
export async function reviewRequest(portal: AppContext, call: CommandContext<typeof decideAccountRequest>) {
  const { tx, session, params, query, body } = call
  const storedRequest = await lockRequest(tx, session, params.id)
  requireVersion(call, storedRequest.version)
  if ([storedRequest.requestedBy, storedRequest.requestedByImpersonator].includes(session.userId))
    throwProblem(requestProblems['account-request-own'])
  if (storedRequest.status !== 'NEW')
    throwProblem(requestProblems['account-request-decided'], { status: storedRequest.status.toLowerCase() })
  const reason = body?.reason?.trim() || null
  const isApproved = query.requestStatus === 'APPROVED'
  const jobId = isApproved
    ? await startJob(tx, {
        kind: PROVISION,
        ownerId: session.userId,
        steps: stepsOf({ ...storedRequest.wanted, requestType: storedRequest.requestType }),
        input: { requestId: storedRequest.id, deciderId: session.userId, deciderName: session.actor.fullName },
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
    .where('id', '=', storedRequest.id)
    .execute()
  await call.record(isApproved ? requestApproved : requestRejected, { subject: storedRequest.id, data: { reason } })
  const decidedRequest = await requestPage(tx, session, storedRequest.id)
  const values = {
    what: whatOf(decidedRequest.wanted),
    status: query.requestStatus.toLowerCase(),
    who: session.actor.fullName,
    reason: reason ?? '',
  }
  await portal.notifier.takeBack(tx, { thread: waitingRequest(storedRequest.id), keys: 'all' })
  await portal.notifier.notify(tx, requestDecided, {
    to: [{ userId: storedRequest.requestedBy }],
    values,
    link: accountRequestsPath({ id: storedRequest.id }),
    readable: { permission: readAccountRequests, accountId: null },
  })
  return respond(decidedRequest, { etag: etagOf(decidedRequest.version) })
}
