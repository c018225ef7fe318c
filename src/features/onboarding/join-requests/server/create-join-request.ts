import { sql } from 'kysely'
import type { AccountOfDomain } from '#features/sign-in/domains/server/index.ts'
import { managedUserProblems } from '#features/users/managed-users/contract.ts'
import { requireSeat } from '#features/users/managed-users/server/index.ts'
import { grantRole } from '#features/users/users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, recordEvent } from '#kit/server/events/event.ts'
import { HttpProblem, throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { joinApproved, joinAsked, joinProblems, reviewJoinRequests } from '../contract.ts'
import { joinLandingPath } from '../paths.ts'
import { joinRequested, waitingJoin } from './join-request-notifications.ts'

/** The requesting user. */
export type Requester = { readonly id: number; readonly email: string; readonly fullName: string }

/**
 * Creates a request to join an account whose allowed list has the user's domain, and notifies the deciders. If the
 * account lets its domain self-join, and has a seat, the user joins at once. Returns the request's id.
 */
export async function askToJoinAccount(
  portal: AppContext,
  tx: Tx,
  { asker, account, actor }: { asker: Requester; account: AccountOfDomain; actor: EventActor },
): Promise<number> {
  const heldRole = await tx
    .selectFrom('role_grants')
    .select('role')
    .where('user_id', '=', asker.id)
    .where('account_id', '=', account.id)
    .executeTakeFirst()
  if (heldRole) throwProblem(joinProblems['already-member'])
  const { rows } = await sql<{ id: number }>`
    insert into join_requests (user_id, account_id) values (${asker.id}, ${account.id})
    on conflict (user_id, account_id) where status = 'NEW' do nothing returning id`.execute(tx)
  const id = rows[0]?.id ?? throwProblem(joinProblems['join-request-open'], { account: account.displayName })
  const data = { email: asker.email, name: asker.fullName }
  await recordEvent(tx, joinAsked, actor, { account: account.id, subject: id, data })
  if (!(account.selfJoin && (await letIn(tx, id, { asker, account, actor }))))
    await notifyDeciders(portal, tx, { id, asker, account })
  return id
}

/** Grants the role if there is a seat; without one the request waits for a decider. */
async function letIn(
  tx: Tx,
  id: number,
  { asker, account, actor }: { asker: Requester; account: AccountOfDomain; actor: EventActor },
): Promise<boolean> {
  await sql`savepoint let_in`.execute(tx)
  try {
    await grantRole(tx, actor, { userId: asker.id, role: 'USER', account: account.name })
    await requireSeat(tx, account.id)
  } catch (failure) {
    if (!(failure instanceof HttpProblem) || failure.problem !== managedUserProblems['seats-taken']) throw failure
    await sql`rollback to savepoint let_in`.execute(tx)
    return false
  }
  await sql`update join_requests set status = 'APPROVED', version = version + 1, updated_at = now() where id = ${id}`.execute(
    tx,
  )
  await recordEvent(tx, joinApproved, actor, { account: account.id, subject: id, data: { bySelfJoin: true } })
  return true
}

/** The account's managers and its customer-success manager get a notification that links to the request. */
async function notifyDeciders(
  portal: AppContext,
  tx: Tx,
  { id, asker, account }: { id: number; asker: Requester; account: AccountOfDomain },
): Promise<void> {
  const { rows } = await sql<{ userId: number }>`
    select g.user_id as "userId" from role_grants g where g.account_id = ${account.id} and g.role = 'MANAGER'
    union select csm_id from accounts where id = ${account.id} and csm_id is not null`.execute(tx)
  const values = {
    name: asker.fullName,
    email: asker.email,
    account: account.displayName,
    portal: portal.config.portalName,
  }
  await portal.notifier.notify(tx, joinRequested, {
    to: rows,
    values,
    link: joinLandingPath({ accountName: account.name }),
    thread: waitingJoin(id),
    readable: { permission: reviewJoinRequests, accountId: account.id },
  })
}
