import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import type { Permission } from '#kit/contract/permission.ts'
import type { Topic } from '#kit/contract/topic.ts'
import type { Config } from './config.ts'
import type { Database, Tx } from './database.ts'
import type { Reaction } from './events/pump.ts'
import type { Task } from './jobs.ts'
import type { Session } from './session.ts'

/** A message for a live destination; written in the pump's transaction, sent after its commit. */
export type LiveMessage = {
  readonly topic: Topic
  readonly params?: Readonly<Record<string, string>>
  /** For `/user/…` destinations: whose. */
  readonly to?: { readonly personId: string } | { readonly sessionId: string }
  /** On a shared destination: only subscribers who have `permission` (or the topic's guard) in this account get it. */
  readonly account?: string
  readonly permission?: Permission
  readonly body: unknown
  readonly eventId?: number
  /** The request that caused it: lets the client that made it drop its echo. */
  readonly requestId?: string | null
}

/** What features see of the live channel. */
export type LivePublisher = {
  publish(tx: Tx, message: LiveMessage): Promise<void>
  /** On every node: close lost sessions, drop subscriptions whose right is lost. */
  sessionsChanged(change: { readonly sessionId?: string; readonly personId?: string }): Promise<void>
}

/** What every feature is given to do its work with. */
export type Portal = {
  readonly config: Config
  readonly log: Logger
  readonly pool: pg.Pool
  readonly db: Database
  readonly http: FastifyInstance
  readonly live: LivePublisher
  /** Who makes the request; null without a valid session or token. Given by the sessions feature. */
  readonly identify: (request: FastifyRequest) => Promise<Session | null>
  /** Every endpoint served, for the API description, the rights matrix and the tests that walk them all. */
  readonly endpoints: AnyEndpoint[]
}

/** A feature as `server/main.ts` lists it; `serve` adds its routes. */
export type Feature = {
  readonly name: string
  serve(portal: Portal): void | Promise<void>
  readonly topics?: readonly Topic[]
  reactions?(portal: Portal): readonly Reaction[]
  tasks?(portal: Portal): readonly Task[]
}
