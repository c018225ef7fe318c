import {
  createSubscription,
  deleteSubscription,
  findSubscriptions,
  requireWebhookUrl,
} from '#features/platform/webhooks/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand } from '#kit/server/serve/serve.ts'
import {
  MOST_SUBSCRIPTIONS,
  subscribeToTickets,
  type TicketEventType,
  ticketEventTypes,
  ticketProblems,
  ticketsSubscribed,
  ticketsUnsubscribed,
  unsubscribeFromTickets,
} from '../contract.ts'
import { ticketCommand, tokenHolder } from './token-holder.ts'
import { signingSecretOf } from './token-store.ts'

/** Subscriptions of ticket systems to notifications. */
export function serveHub(portal: AppContext): void {
  const encrypt = encryptorFor(portal.config)

  registerCommand(portal, subscribeToTickets, async ({ tx, body, request }) => {
    const holder = await tokenHolder(portal, request, 'HUB')
    const { record } = ticketCommand(tx, holder, request)
    const { accountId, id: owner } = holder
    const callback = body.callback.replace(/\/$/, '')
    requireWebhookUrl(callback, portal.config.privateHosts, 'callback')
    const events = typesIn(body.query)
    await lockAccount(tx, accountId)
    const subscriptions = await findSubscriptions(tx, 'tmf621', accountId)
    const same = subscriptions.find((subscription) => subscription.owner === owner && subscription.url === callback)
    if (same?.state === 'ACTIVE') throwProblem(ticketProblems['ticket-subscription-exists'], { callback })
    // One that was paused for its failures starts again.
    if (same) await deleteSubscription(tx, 'tmf621', { id: same.id, accountId })
    if (subscriptions.length - (same ? 1 : 0) >= MOST_SUBSCRIPTIONS)
      throwProblem(ticketProblems['ticket-subscription-limit-reached'], { most: MOST_SUBSCRIPTIONS })
    const query = body.query ?? ''
    const secret = await signingSecretOf(tx, encrypt, owner)
    const id = await createSubscription(tx, encrypt, {
      ...{ protocol: 'tmf621', owner, accountId, url: callback, description: query, events, secret },
      createdBy: holder.createdBy,
    })
    await record(ticketsSubscribed, { account: accountId, subject: id, data: { callback, query } })
    return { id, callback, query }
  })

  registerCommand(portal, unsubscribeFromTickets, async ({ tx, params, request }) => {
    const holder = await tokenHolder(portal, request, 'HUB')
    const { record } = ticketCommand(tx, holder, request)
    const { accountId, id: owner } = holder
    const callback = await deleteSubscription(tx, 'tmf621', { id: params.id, accountId, owner })
    if (callback === undefined) throwProblem(ticketProblems['ticket-subscription-not-found'])
    await record(ticketsUnsubscribed, { account: accountId, subject: params.id, data: { callback } })
    return undefined
  })
}

/** Of subscriptions at once, each counts those before it. */
async function lockAccount(tx: Tx, accountId: number): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}

/** The types of `eventType=A,B` or `eventType=A&eventType=B`; all without a query. */
function typesIn(query = ''): readonly TicketEventType[] {
  if (query.trim() === '') return ticketEventTypes
  const pairs = [...new URLSearchParams(query)]
  const namedTypes = pairs.flatMap(([name, value]) => (name === 'eventType' ? value.split(',') : ['']))
  const types = ticketEventTypes.filter((type) => namedTypes.includes(type))
  if (namedTypes.length === 0 || new Set(namedTypes).size !== types.length)
    throwFieldProblem('query', `must be eventType= and some of: ${ticketEventTypes.join(', ')}`)
  return types
}
