import { sql } from 'kysely'
import { accountProblems, manageAccountTokens } from '#features/accounts/accounts/contract.ts'
import {
  deleteSubscription,
  deleteSubscriptionsOf,
  findSubscriptions,
} from '#features/platform/webhooks/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { visibleIn } from '#kit/server/visible.ts'
import {
  accountTokenCreated,
  accountTokenRevoked,
  createAccountToken,
  deleteTicketSubscription,
  MOST_TOKENS,
  readTicketExchange,
  revokeAccountToken,
  TICKET_API,
  ticketProblems,
  ticketsUnsubscribed,
} from '../contract.ts'
import { deleteToken, findTokens, insertToken } from './token-store.ts'

type Named = { readonly session: Session; readonly query: { readonly account: string } }

/** Tokens and subscriptions of an account, for the users who manage them. */
export function serveExchange(portal: AppContext): void {
  const { db, config } = portal
  const encrypt = encryptorFor(config)

  serve(portal, readTicketExchange, async (call) => {
    const { id } = await accountOf(db, call)
    const tokens = await findTokens(db, id)
    const nameOf = (owner: string) => tokens.find((token) => token.id === owner)?.name ?? ''
    const subscriptions = (await findSubscriptions(db, 'tmf621', id)).map(({ url, owner, description, ...rest }) => ({
      ...rest,
      callback: url,
      token: nameOf(owner),
      query: description,
    }))
    return { address: `${portal.publicUrl()}${TICKET_API}`, tokens, subscriptions }
  })

  registerCommand(portal, createAccountToken, async (call) => {
    const { tx, session, body } = call
    const account = await accountOf(tx, call, { lock: true })
    if ((await findTokens(tx, account.id)).length >= MOST_TOKENS)
      throwProblem(ticketProblems['account-token-limit-reached'], { account: account.displayName, most: MOST_TOKENS })
    const made = await insertToken(tx, encrypt, { accountId: account.id, ...body, createdBy: session.userId })
    const { name, rights } = body
    await call.record(accountTokenCreated, { account: account.id, subject: made.id, data: { name, rights } })
    const stored = (await findTokens(tx, account.id)).find(({ id }) => id === made.id)!
    return { ...stored, ...made }
  })

  registerCommand(portal, revokeAccountToken, async (call) => {
    const { tx, params } = call
    const { id: account } = await accountOf(tx, call)
    const name = await deleteToken(tx, account, params.id)
    if (name === undefined) throwProblem(ticketProblems['account-token-not-found'])
    await deleteSubscriptionsOf(tx, 'tmf621', params.id)
    await call.record(accountTokenRevoked, { account, subject: params.id, data: { name } })
    return undefined
  })

  registerCommand(portal, deleteTicketSubscription, async (call) => {
    const { tx, params } = call
    const { id: account } = await accountOf(tx, call)
    const callback = await deleteSubscription(tx, 'tmf621', { id: params.id, accountId: account })
    if (callback === undefined) throwProblem(ticketProblems['ticket-subscription-not-found'])
    await call.record(ticketsUnsubscribed, { account, subject: params.id, data: { callback } })
    return undefined
  })
}

/** The account, where the session manages its tokens; 404 for any other. */
async function accountOf(
  db: Database | Tx,
  { session, query: { account } }: Named,
  { lock = false } = {},
): Promise<{ id: number; displayName: string }> {
  const { rows } = await sql<{ id: number; displayName: string }>`
    select id, display_name as "displayName" from accounts where name = ${account} and deleted_at is null
      and ${visibleIn(session, manageAccountTokens, 'id')} ${lock ? sql`for no key update` : sql``}`.execute(db)
  return rows[0] ?? throwProblem(accountProblems['account-not-found'], { name: account })
}
