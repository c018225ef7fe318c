import { sql } from 'kysely'
import { isVendor } from '#features/access/roles/contract.ts'
import { accountIn } from '#features/accounts/accounts/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, registerStream, serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import {
  cancelLinkJob,
  exchangeEnrolmentToken,
  linkProblems,
  listLinkJobs,
  readLinkInstructions,
  readLinkJob,
  readLinkJobs,
  startLinkJob,
  startLinkJobs,
} from '../contract.ts'
import { cancel } from './cancel-link-job.ts'
import { exchange, openToken } from './enrolment-tokens.ts'
import { instructionsOf } from './instructions.ts'
import { logOf, minuteOf } from './link-log.ts'
import { findLinkJobs, findLinkJobsOf, linkJobOf, type StoredLinkJob } from './link-store.ts'
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
