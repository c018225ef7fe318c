import type { Topic } from '#kit/contract/topic.ts'
import type { Channel, LiveNode, Subscription } from './client.ts'
import { encodeFrame, type HeaderList, websocketText } from './encode-frame.ts'
import { canReceive, type StoredMessage } from './message.ts'

/** The channel of a stored destination, created at the first request. It stays while it has subscriptions. */
export function openChannel(
  { channels }: LiveNode,
  key: string,
  destination: string,
  topic: Topic,
  account: string | undefined,
): Channel {
  let channel = channels.get(key)
  if (!channel) {
    channel = { key, destination, topic, account, subscriptions: new Set() }
    channels.set(key, channel)
  }
  return channel
}

/** Removes a subscription from its channel, and an empty channel from the node. */
export function leaveChannel({ channels }: LiveNode, subscription: Subscription): void {
  const { key, subscriptions } = subscription.channel
  subscriptions.delete(subscription)
  if (subscriptions.size === 0) channels.delete(key)
}

/** Sends a message to its subscribers here; returns their number. Equal frames are made once and shared. */
export function deliver({ channels }: LiveNode, message: StoredMessage): number {
  const channel = channels.get(message.destination)
  if (!channel) return 0
  const frames = new Map<string, Buffer>()
  for (const subscription of channel.subscriptions) {
    if (subscription.behind !== null) subscription.behind = message.sequence
    else sendMessage(subscription, message, frames)
  }
  return channel.subscriptions.size
}

/** Sends a message to one subscription, if it is new and meant for it. */
export function sendMessage(subscription: Subscription, message: StoredMessage, frames: Map<string, Buffer>): void {
  if (message.sequence <= subscription.last) return
  subscription.last = message.sequence
  const { client, channel, ack, id } = subscription
  if (!canReceive(client.session.actor, channel.topic, message)) return
  const key = `${client.version}${ack ? '+' : '-'}${id}`
  let frame = frames.get(key)
  if (!frame) {
    frame = messageFrame(subscription, message)
    frames.set(key, frame)
  }
  client.write(frame)
  client.node.counts.delivered += 1
}

/** Sends a MESSAGE that is about the subscription itself: `gap` (refetch, something is lost) or `revoked` (its end). */
export function sendNotice(subscription: Subscription, event: 'gap' | 'revoked'): void {
  const { client, channel, id, last } = subscription
  const headers: HeaderList = [
    ['subscription', id],
    ['message-id', `${event}-${last}`],
    ['destination', channel.destination],
    ['event', event],
    ['sequence', String(last)],
    ['content-type', 'application/json'],
  ]
  client.write(websocketText(encodeFrame(client.version, 'MESSAGE', headers, '{}')))
}

function messageFrame({ client, channel, ack, id }: Subscription, message: StoredMessage): Buffer {
  const headers: [string, string][] = [
    ['subscription', id],
    ['message-id', String(message.id)],
    ['destination', channel.destination],
    ['sequence', String(message.sequence)],
    ['content-type', 'application/json'],
  ]
  if (ack) headers.push(['ack', String(message.id)])
  if (message.eventId !== null) headers.push(['event-id', message.eventId])
  if (message.requestId !== null) headers.push(['request-id', message.requestId])
  return websocketText(encodeFrame(client.version, 'MESSAGE', headers, message.body))
}
