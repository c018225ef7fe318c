import { sql } from 'kysely'
import { CHAT_ENABLED } from '#features/accounts/accounts/contract.ts'
import type { Permission } from '#kit/contract/permission.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { requirePermission } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import { visibleIn } from '#kit/server/visible.ts'
import { chatProblems, readChat } from '../contract.ts'

/** A channel as commands read it. */
export type StoredChannel = {
  readonly id: number
  readonly accountId: number
  readonly account: string
  readonly accountName: string
  readonly caseKey: string | null
  readonly enabled: boolean
  /** The customer-success manager by name. */
  readonly contact: string | null
}

/** Whether the plan of the account `a` includes chat; an account without a plan has it. */
export const includesChat = sql<boolean>`coalesce((select e.boolean_value from effective_facets e
  where e.account_id = a.id and e.facet = ${CHAT_ENABLED}), true)`

/** The condition that the user reads the chat of the account `a`. */
export function readableAccounts(session: Session) {
  return sql`a.deleted_at is null and ${visibleIn(session, readChat, 'a.id')}`
}

/** The channel within what the session reads, else 404; then the permission in its account. */
export function readableChannel(
  db: Database | Tx,
  session: Session,
  id: string,
  permission: Permission = readChat,
): Promise<StoredChannel> {
  return findOne(db, session, { id, permission, lock: sql`` })
}

/** The same, locked until the transaction ends: senders get their times in the order of their commits. */
export function lockedChannel(tx: Tx, session: Session, id: string, permission: Permission): Promise<StoredChannel> {
  return findOne(tx, session, { id, permission, lock: sql`for update of c` })
}

/** Rejects with 409 where the plan of the account does not include chat. */
export function requireChatInPlan({ enabled, accountName, contact }: StoredChannel): void {
  if (!enabled)
    throwProblem(chatProblems['chat-not-in-plan'], {
      account: accountName,
      contact: contact ?? 'your customer success manager',
    })
}

async function findOne(
  db: Database | Tx,
  session: Session,
  { id, permission, lock }: { id: string; permission: Permission; lock: ReturnType<typeof sql> },
): Promise<StoredChannel> {
  const { rows } = await sql<StoredChannel>`
    select c.id, a.id as "accountId", a.name as account, a.display_name as "accountName",
      (select key from cases where id = c.case_id) as "caseKey", ${includesChat} as enabled,
      (select full_name from users where id = a.csm_id) as contact
    from chat_channels c join accounts a on a.id = c.account_id
    where c.id = ${id}::bigint and ${readableAccounts(session)} ${lock}`.execute(db)
  const channel = rows[0] ?? throwProblem(chatProblems['channel-not-found'])
  requirePermission({ session }, permission, channel.account)
  return channel
}
