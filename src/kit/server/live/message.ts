import { allows, type Permission, type Principal } from '#kit/contract/permission.ts'
import { destinationOf, type Topic } from '#kit/contract/topic.ts'

/** A message to publish. */
export type LiveMessage<Body = unknown> = {
  readonly topic: Topic<Body>
  readonly params?: Readonly<Record<string, string>>
  /** The user of a `/user/…` destination; needed there, and only there. */
  readonly to?: { readonly userId: string } | { readonly sessionId: string }
  /** On a shared topic: only subscribers who have the permission in this account get it. */
  readonly account?: string
  /** The permission that such a filter requires, when it is not the topic's own guard. */
  readonly permission?: Permission
  readonly body: NoInfer<Body>
  readonly eventId?: number | string
  /** The request that caused it, so that its sender can drop the echo. */
  readonly requestId?: string | null
}

/** One message to the personal destination of each of these users. */
export type MessageToUsers<Body = unknown> = Pick<LiveMessage<Body>, 'topic' | 'body' | 'requestId'> & {
  readonly userIds: readonly number[]
}

/** A published message as every node reads it. */
export type StoredMessage = {
  readonly id: number
  /** Includes the user; see `storedDestination`. */
  readonly destination: string
  /** Counts the messages of the destination from 1, without gaps. */
  readonly sequence: number
  readonly eventId: string | null
  readonly account: string | null
  readonly audience: Permission | null
  readonly requestId: string | null
  readonly body: string
}

/** The name under which a message is stored: personal destinations contain the user, or the session. */
export function storedDestination({ topic, params, to }: Pick<LiveMessage, 'topic' | 'params' | 'to'>): string {
  const destination = destinationOf(topic, params)
  if (!isPersonal(topic)) {
    if (to) throw new Error(`${destination} is shared: a message to it has no "to"`)
    return destination
  }
  const ownerKey = topic.own === 'session' ? 'sessionId' : 'userId'
  const owner = to && ownerKey in to ? (to as Readonly<Record<string, string>>)[ownerKey] : undefined
  if (owner === undefined) throw new Error(`a message to ${destination} needs ${ownerKey}`)
  return `${topic.own === 'session' ? '/session' : '/person'}/${owner}${destination.slice('/user'.length)}`
}

/** Whether each user, or each session, has a destination of their own. */
export function isPersonal({ destination, own }: Topic): boolean {
  return destination.startsWith('/user/') && own !== 'everyone'
}

/** Whether a subscriber to the topic may get this message. */
export function canReceive(
  actor: Principal,
  topic: Topic,
  message: Pick<StoredMessage, 'account' | 'audience'>,
): boolean {
  if (message.account === null && message.audience === null) return true
  const guard = message.audience ?? topic.guard
  return typeof guard === 'object' && allows(actor, guard, message.account ?? undefined)
}

/** Whether an actor may subscribe to the topic, with these parameters. */
export function canSubscribe(actor: Principal, topic: Topic, account: string | undefined): boolean {
  return typeof topic.guard === 'string' || allows(actor, topic.guard, account)
}
