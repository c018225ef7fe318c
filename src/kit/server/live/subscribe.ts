import { matchDestination } from '#kit/contract/topic.ts'
import { openChannel, sendMessage, sendNotice } from './channels.ts'
import type { Channel, Client, Subscription } from './client.ts'
import type { Frame } from './frame.ts'
import { canSubscribe, isPersonal, storedDestination } from './message.ts'
import { missedMessages, wasPublished } from './read-messages.ts'
import { receipt } from './receipt.ts'
import { StompError } from './stomp-errors.ts'

const PAGE = 500

/**
 * Handles a SUBSCRIBE. With `after: <sequence>` it first gets what it missed since, or a `gap` when that is no longer
 * stored. With `age: <milliseconds>`, how old the data of the subscriber are, it gets a `gap` if anything was published
 * to the destination since. A RECEIPT, where requested, contains the current sequence of the subscription.
 */
export function subscribe(client: Client, frame: Frame): Promise<void> | undefined {
  const destination = requireHeader(frame, 'destination')
  // STOMP 1.0 allows subscriptions without an id.
  const id = client.version === '1.0' ? (frame.headers.get('id') ?? destination) : requireHeader(frame, 'id')
  const after = readNumber(frame, 'after')
  const age = readNumber(frame, 'age')
  if (client.subscriptions.has(id)) throw new StompError('subscription-exists')
  if (client.subscriptions.size >= client.node.limits.subscriptions) {
    throw new StompError('subscriptions-too-many')
  }
  const channel = channelOf(client, destination)
  const reads = after !== null || age !== null || frame.headers.has('receipt')
  const ack = client.version === '1.2' && (frame.headers.get('ack') ?? 'auto') !== 'auto'
  const subscription: Subscription = { id, client, channel, ack, last: after ?? 0, behind: reads ? 0 : null }
  channel.subscriptions.add(subscription)
  client.subscriptions.set(id, subscription)
  if (!reads) return undefined
  return replayMissed(subscription, { fromNow: after === null, age }).then(() =>
    receipt(client, frame, subscription.last),
  )
}

/** Handles an UNSUBSCRIBE. An unknown id may have been revoked a moment ago, so it is no error. */
export function unsubscribe(client: Client, frame: Frame): void {
  const id =
    frame.headers.get('id') ??
    (client.version === '1.0' ? requireHeader(frame, 'destination') : requireHeader(frame, 'id'))
  const subscription = client.subscriptions.get(id)
  if (subscription) client.unsubscribe(subscription)
}

/**
 * Reads what a subscription missed until nothing newer has arrived meanwhile; from then on it gets messages
 * immediately. The last read and the switch happen without a pause between them, so nothing is lost or doubled.
 */
async function replayMissed(
  subscription: Subscription,
  { fromNow, age }: { fromNow: boolean; age: number | null },
): Promise<void> {
  const { client, channel } = subscription
  const { db } = client.node
  if (fromNow) subscription.last = (await missedMessages(db, channel.key, Number.MAX_SAFE_INTEGER, 1)).current
  // Read after the newest sequence, so that a message between the two is noticed twice and not never.
  if (fromNow && age !== null && (await wasPublished(db, channel.key, age))) sendNotice(subscription, 'gap')
  let more = !fromNow
  while (more || (subscription.behind ?? 0) > subscription.last) {
    const { current, messages } = await missedMessages(db, channel.key, subscription.last, PAGE)
    const next = messages[0]?.sequence ?? current + 1
    if (next !== subscription.last + 1) {
      subscription.last = current
      sendNotice(subscription, 'gap')
    }
    for (const message of messages) {
      if (channel.subscriptions.has(subscription)) sendMessage(subscription, message, new Map())
    }
    await client.drained()
    if (!channel.subscriptions.has(subscription)) return
    more = messages.length === PAGE
  }
  subscription.behind = null
}

function channelOf({ node, session }: Client, destination: string): Channel {
  for (const topic of node.topics) {
    const params = matchDestination(topic, destination)
    if (params === null) continue
    if (!canSubscribe(session.actor, topic, params.account)) throw new StompError('destination-denied')
    const to = topic.own === 'session' ? { sessionId: session.sessionId } : { userId: session.userId }
    const key = storedDestination({ topic, params, ...(isPersonal(topic) && { to }) })
    return openChannel(node, key, destination, topic, params.account)
  }
  throw new StompError('destination-unknown')
}

function requireHeader({ headers }: Frame, name: string): string {
  const value = headers.get(name)
  if (value === undefined) throw new StompError('header-missing', `The header ${name} is missing.`)
  return value
}

function readNumber({ headers }: Frame, name: 'after' | 'age'): number | null {
  const text = headers.get(name)
  if (text === undefined) return null
  if (!/^\d{1,15}$/.test(text)) throw new StompError('header-invalid', `The header ${name} is a whole number.`)
  return Number(text)
}
