import { sql } from 'kysely'
import { userWhere } from '#features/users/managed-users/server/index.ts'
import { changeRoles } from '#features/users/role-assignment/server/index.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest, type CommandContext } from '#kit/server/serve/request-context.ts'
import { visibleIn } from '#kit/server/visible.ts'
import {
  type approveJoin,
  type JoinRequest,
  joinApproved,
  joinProblems,
  joinRejected,
  type rejectJoin,
  reviewJoinRequests,
} from '../contract.ts'
import { joinDecided, waitingJoin } from './join-request-notifications.ts'
import { joinById } from './join-store.ts'

type Context = CommandContext<typeof approveJoin> | CommandContext<typeof rejectJoin>
type StoredJoin = {
  id: number
  userId: number
  accountId: number
  account: string
  status: string
  decidedBy: string | null
}

/** Lets the user join as USER. */
export async function approve(portal: AppContext, call: CommandContext<typeof approveJoin>): Promise<JoinRequest> {
  const { tx, session, request } = call
  const join = await lockOpen(call)
  const user = await userWhere(tx, sql`u.id = ${join.userId} and u.erased_at is null`)
  if (!user) throwProblem(joinProblems['join-request-not-found'])
  const userRole = { role: 'USER', account: join.account, accountId: join.accountId, add: true }
  await changeRoles(tx, { session, actor: actorOfRequest(request) }, user, [userRole])
  return settle(portal, call, join, { status: 'APPROVED', reason: null })
}

/** Rejects the user, who is notified of the reason. */
export async function reject(portal: AppContext, call: CommandContext<typeof rejectJoin>): Promise<JoinRequest> {
  const join = await lockOpen(call)
  return settle(portal, call, join, { status: 'REJECTED', reason: call.body?.reason?.trim() || null })
}

/**
 * A request in an account that the session decides for, locked and still open; of two concurrent decisions the second
 * gets a conflict.
 */
async function lockOpen({ tx, session, params }: Context): Promise<StoredJoin> {
  const { rows } = await sql<StoredJoin>`
    select j.id, j.user_id as "userId", j.account_id as "accountId", a.name as account, j.status, d.full_name as "decidedBy"
    from join_requests j join accounts a on a.id = j.account_id left join users d on d.id = j.decided_by
    where j.id = ${Number(params.id)} and a.deleted_at is null and ${visibleIn(session, reviewJoinRequests, 'j.account_id')}
    for update of j`.execute(tx)
  const join = rows[0] ?? throwProblem(joinProblems['join-request-not-found'])
  if (join.status !== 'NEW') throwProblem(joinProblems['join-request-decided'], { name: join.decidedBy ?? 'A user' })
  return join
}

async function settle(
  portal: AppContext,
  call: Context,
  { id, userId, accountId }: StoredJoin,
  { status, reason }: { status: 'APPROVED' | 'REJECTED'; reason: string | null },
): Promise<JoinRequest> {
  const { tx, session } = call
  await tx
    .updateTable('join_requests')
    .set({
      status,
      reason,
      decided_by: session.userId,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
  await call.record(status === 'APPROVED' ? joinApproved : joinRejected, {
    account: accountId,
    subject: id,
    data: { reason },
  })
  const decidedJoin = await joinById(tx, id)
  const values = {
    name: decidedJoin.requestedBy.fullName,
    account: decidedJoin.accountDisplayName,
    portal: portal.config.portalName,
    reason: reason ?? '',
  }
  await portal.notifier.takeBack(tx, { thread: waitingJoin(id), keys: 'all' })
  await portal.notifier.notify(tx, joinDecided[status], { to: [{ userId }], values, link: '/' })
  return decidedJoin
}
