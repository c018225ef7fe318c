import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Maker, makerHolds, makerOf } from '#features/access/sessions/server/index.ts'
import { bearerOf, isToken, isUseUnnoted, noteUse } from '#features/access/tokens/server/index.ts'
import { manageAccountTokens } from '#features/accounts/accounts/contract.ts'
import type { EventType } from '#kit/contract/event.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventInput, recordEvent } from '#kit/server/events/event.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { runPrepared } from '#kit/server/prepared.ts'
import type { Session } from '#kit/server/session.ts'
import { TOKEN_LIMIT, type TokenRight, ticketProblems } from '../contract.ts'
import { accountToken } from './token-store.ts'

/** The ticket system of an account that holds the token of a request. */
export type TokenHolder = {
  readonly id: string
  readonly name: string
  readonly rights: readonly TokenRight[]
  readonly accountId: number
  readonly account: string
  readonly accountDisplayName: string
  readonly viewOnly: boolean
  /** The user who created the token: the reporter of the cases that it files. */
  readonly createdBy: number
}

const names = { READ: 'read tickets', WRITE: 'file and change tickets', HUB: 'subscribe to notifications' } as const

/** The holder of the request's token, which must have the right. Notes the use of the token, at most once a minute. */
export async function tokenHolder(
  { db, pool, limits }: AppContext,
  { headers }: FastifyRequest,
  right: TokenRight,
): Promise<TokenHolder> {
  const token = bearerOf(headers)
  const holderQuery = sql<TokenHolder & { unused: boolean; maker: Maker }>`
    select t.id, t.name, t.rights, t.account_id as "accountId", a.name as account, a.display_name as "accountDisplayName", a.view_only as "viewOnly",
      t.created_by as "createdBy", ${isUseUnnoted(accountToken, 't')} as unused, ${makerOf(sql`t.created_by`)} as maker
    from account_tokens t join accounts a on a.id = t.account_id and a.deleted_at is null where ${isToken(accountToken, 't', token ?? '')}`
  const [holder] = token === undefined ? [] : await runPrepared(pool, holderQuery.compile(db))
  if (!holder) throwProblem(ticketProblems['account-token-invalid'], {}, { headers: { 'www-authenticate': 'Bearer' } })
  if (!makerHolds(holder.maker, manageAccountTokens, holder.account))
    throwProblem(ticketProblems['account-token-without-maker'])
  limits?.take(TOKEN_LIMIT, `account token ${holder.id}`)
  if (holder.unused) await noteUse(db, accountToken, holder.id)
  if (!holder.rights.includes(right)) throwProblem(ticketProblems['account-token-lacks-right'], { right: names[right] })
  return holder
}

/**
 * The session in which the commands of cases run for a ticket system: a manager of its account alone, never staff,
 * whatever roles its creator has. `reporter` is the user of a case that a ticket system filed.
 */
export function sessionOf(holder: TokenHolder, reporter = holder.createdBy): Session {
  const { id, name, account, accountId, viewOnly } = holder
  const role = { role: 'MANAGER', account, ...(viewOnly ? { viewOnly: true as const } : {}) }
  return {
    userId: reporter,
    actor: { id: String(reporter), username: '', fullName: name, roles: [role], assignedAccounts: [] },
    accountIds: new Map([[account, accountId]]),
    readOnly: viewOnly,
    authenticatedAt: new Date(0),
    expiresAt: new Date(8.64e15),
    version: id,
  }
}

/** What the commands of cases need of a call. */
export type TicketCommand = {
  readonly tx: Tx
  readonly holder: TokenHolder
  readonly session: Session
  record(kind: EventType, fact: EventInput): Promise<number>
}

/** A command of a ticket system: its events name the token, so that it is not notified of its own change. */
export function ticketCommand(tx: Tx, holder: TokenHolder, request: FastifyRequest): TicketCommand {
  const actor = { userName: holder.name, requestId: request.id, address: request.ip }
  return {
    tx,
    holder,
    session: sessionOf(holder),
    record: (kind, fact) => recordEvent(tx, kind, actor, { ...fact, data: { ...fact.data, fromToken: holder.id } }),
  }
}
