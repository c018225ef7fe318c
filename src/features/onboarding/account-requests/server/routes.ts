import { sql } from 'kysely'
import { readSort } from '#kit/contract/hal.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { directionOf } from '#kit/server/list/find-page.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  askForAccount,
  changeAccountRequest,
  countAccountRequests,
  decideAccountRequest,
  deleteAccountRequest,
  listAccountRequests,
  readAccountRequest,
} from '../contract.ts'
import { reviewRequest } from './decide-request.ts'
import { findRequests, requestPage, requestsSeen } from './request-store.ts'
import { change, createRequest, remove } from './write-request.ts'

const orders = {
  updatedAt: sql`r.updated_at`,
  createdAt: sql`r.created_at`,
  requestStatus: sql`r.request_status`,
  requestType: sql`r.request_type`,
}

/** Requests for accounts and deployments. */
export function serveAccountRequests(portal: AppContext): void {
  const { db } = portal
  serve(portal, listAccountRequests, async (call) => {
    const { page, size, sort, requestStatus, requestType } = call.query
    const condition = sql.join(
      [
        requestsSeen(call.session),
        ...(requestStatus?.length ? [sql`r.request_status = any(${requestStatus})`] : []),
        ...(requestType?.length ? [sql`r.request_type = any(${requestType})`] : []),
      ],
      sql` and `,
    )
    const order = sql.join(
      readSort(sort, { field: 'updatedAt', descending: true }).map(
        ({ field, descending }) => sql`${orders[field as keyof typeof orders]} ${directionOf(descending)}`,
      ),
    )
    return halPage(call, 'requests', await findRequests(db, call.session, condition, { page, size, order }))
  })
  serve(portal, readAccountRequest, async ({ session, params }) => {
    const request = await requestPage(db, session, params.id)
    return respond(request, { headers: { etag: etagOf(request.version) } })
  })
  serve(portal, countAccountRequests, async ({ session }) => {
    const { rows } = await sql<{ NEW: number; REJECTED: number }>`
      select count(*) filter (where r.request_status = 'NEW') as "NEW", count(*) filter (where r.request_status = 'REJECTED') as "REJECTED"
      from account_requests r where ${requestsSeen(session)}`.execute(db)
    return { requestCounters: rows[0]! }
  })
  registerCommand(portal, askForAccount, (call) => createRequest(portal, call))
  registerCommand(portal, changeAccountRequest, change)
  registerCommand(portal, deleteAccountRequest, (call) => remove(portal, call))
  registerCommand(portal, decideAccountRequest, (call) => reviewRequest(portal, call))
}
