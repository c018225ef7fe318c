import { manageAccountTokens } from '#features/accounts/accounts/contract.ts'
import { accountIn } from '#features/accounts/accounts/server/index.ts'
import {
  deleteSubscription,
  deleteSubscriptionsOf,
  findSubscriptions,
} from '#features/platform/webhooks/server/index.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
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

/** Tokens and subscriptions of an account, for the users who manage them. */
export function serveExchange(portal: AppContext): void {
  const { db, config } = portal
  const encrypt = encryptorFor(config)

  serve(portal, readTicketExchange, async (call) => {
    const { id } = await accountIn(db, call.session, { name: call.query.account, permission: manageAccountTokens })
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
    const account = await accountIn(tx, call.session, {
      name: call.query.account,
      permission: manageAccountTokens,
      lock: true,
    })
    if ((await findTokens(tx, account.id)).length >= MOST_TOKENS)
      throwProblem(ticketProblems['account-token-limit-reached'], { account: account.displayName, most: MOST_TOKENS })
    const newToken = await insertToken(tx, encrypt, { accountId: account.id, ...body, createdBy: session.userId })
    const { name, rights } = body
    await call.record(accountTokenCreated, { account: account.id, subject: newToken.id, data: { name, rights } })
    const storedToken = (await findTokens(tx, account.id)).find(({ id }) => id === newToken.id)!
    return { ...storedToken, ...newToken }
  })

  registerCommand(portal, revokeAccountToken, async (call) => {
    const { tx, params } = call
    const { id: account } = await accountIn(tx, call.session, {
      name: call.query.account,
      permission: manageAccountTokens,
    })
    const name = await deleteToken(tx, account, params.id)
    if (name === undefined) throwProblem(ticketProblems['account-token-not-found'])
    await deleteSubscriptionsOf(tx, 'tmf621', params.id)
    await call.record(accountTokenRevoked, { account, subject: params.id, data: { name } })
    return undefined
  })

  registerCommand(portal, deleteTicketSubscription, async (call) => {
    const { tx, params } = call
    const { id: account } = await accountIn(tx, call.session, {
      name: call.query.account,
      permission: manageAccountTokens,
    })
    const callback = await deleteSubscription(tx, 'tmf621', { id: params.id, accountId: account })
    if (callback === undefined) throwProblem(ticketProblems['ticket-subscription-not-found'])
    await call.record(ticketsUnsubscribed, { account, subject: params.id, data: { callback } })
    return undefined
  })
}
