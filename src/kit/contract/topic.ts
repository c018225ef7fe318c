import type * as z from 'zod/mini'
import type { Guard } from './permission.ts'

/**
 * A live destination (STOMP). `/user/…` destinations belong to each user. `{name}` in it is a parameter; the one called
 * `account` holds an account's name, in which the guard is checked. Messages carry the small fact; pages refetch their
 * query.
 */
export type Topic<Message = unknown> = {
  readonly destination: string
  readonly summary: string
  readonly guard: Guard
  /**
   * A `/user/…` destination that belongs to one session instead of all sessions of the user, or one that all users who
   * pass its guard share.
   */
  readonly own?: 'session' | 'everyone'
  readonly message: z.ZodMiniType<Message>
}

/** Declares a live destination. */
export function topic<const D extends Topic>(declaration: D): D {
  return declaration
}

/** Replaces parameters in a destination: `{account}` becomes the account's name. */
export function destinationOf(topic: Topic, params: Readonly<Record<string, string>> = {}): string {
  return topic.destination.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`destination ${topic.destination} needs ${name}`)
    return value
  })
}

/** Matches a destination against a declared one: returns its parameters, or null when it is another destination. */
export function matchDestination(topic: Topic, destination: string): Record<string, string> | null {
  const topicParts = topic.destination.split('/')
  const parts = destination.split('/')
  if (topicParts.length !== parts.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of topicParts.entries()) {
    const value = parts[index] ?? ''
    if (part.startsWith('{') && value !== '') params[part.slice(1, -1)] = value
    else if (part !== value) return null
  }
  return params
}
