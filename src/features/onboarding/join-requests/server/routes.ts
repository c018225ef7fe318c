import { sql } from 'kysely'
import { domainOf } from '#features/sign-in/domains/contract.ts'
import { accountsOfDomain, requireDomainAllowed } from '#features/sign-in/domains/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import { respond } from '#kit/server/handler-response.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import { directionOf } from '#kit/server/list/find-page.ts'
import { halPage, halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { visibleIn } from '#kit/server/visible.ts'
import { approveJoin, askToJoin, listJoinRequests, readMyJoins, rejectJoin, reviewJoinRequests } from '../contract.ts'
import { joinLandingPath } from '../paths.ts'
import { askToJoinAccount } from './create-join-request.ts'
import { approve, reject } from './decide-join.ts'
import { findJoins, joinById } from './join-store.ts'

const orders = { updatedAt: sql`j.updated_at`, createdAt: sql`j.created_at` }

/** Requesting to join an account, and deciding these requests. */
export function serveJoins(portal: AppContext): void {
  const { db } = portal
  registerCommand(portal, askToJoin, async (call) => {
    const { id, username, fullName } = call.actor
    const { accountName, landingPage } = call.query
    // The mail links there; a page of another account would mislead the deciders.
    const joinPage = joinLandingPath({ accountName })
    if (landingPage !== undefined && landingPage !== joinPage) throwFieldProblem('landingPage', `must be ${joinPage}`)
    const account = await requireDomainAllowed(call.tx, username, accountName)
    const asker = { id: Number(id), email: username, fullName }
    const joinId = await askToJoinAccount(portal, call.tx, { asker, account, actor: actorOfRequest(call.request) })
    return respond(await joinById(call.tx, joinId), { status: 201 })
  })
  serve(portal, readMyJoins, async (call) => {
    const { userId, actor } = call.session
    const { rows } = await findJoins(db, sql`j.user_id = ${userId}`, { page: 0, size: 50 })
    const domain = domainOf(actor.username)
    const open = domain ? await accountsOfDomain(db, domain) : []
    const joinable = open.filter(({ name }) => !call.session.accountIds.has(name))
    return {
      ...halSinglePage(call, 'requests', rows),
      joinable: joinable.map(({ name, displayName }) => ({ name, displayName })),
    }
  })
  serve(portal, listJoinRequests, async (call) => {
    const { page, size, sort, requestStatus, account } = call.query
    const condition = sql.join(
      [
        visibleIn(call.session, reviewJoinRequests, 'j.account_id'),
        ...(requestStatus?.length ? [sql`j.status = any(${requestStatus})`] : []),
        ...(account?.length ? [sql`a.name = any(${account})`] : []),
      ],
      sql` and `,
    )
    const order = sql.join(
      readSort(sort, { field: 'updatedAt', descending: true }).map(
        ({ field, descending }) => sql`${orders[field as keyof typeof orders]} ${directionOf(descending)}`,
      ),
    )
    return halPage(call, 'requests', await findJoins(db, condition, { page, size, order }))
  })
  registerCommand(portal, approveJoin, (call) => approve(portal, call))
  registerCommand(portal, rejectJoin, (call) => reject(portal, call))
}
