import type { IncomingHttpHeaders, Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import type { Permission } from '#kit/contract/permission.ts'
import type { Topic } from '#kit/contract/topic.ts'
import type { Config } from './config.ts'
import type { DataDirectory } from './data-directory.ts'
import type { Database, Tx } from './database.ts'
import type { Reaction } from './events/pump.ts'
import type { Task } from './jobs.ts'
import type { Session } from './session.ts'

/** The configuration with what the data directory decides: the secret key, and whether this is a demo. */
export type PortalConfig = Omit<Config, keyof DataDirectory> & DataDirectory

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
  /** Of this process. */
  stats(): { readonly connections: number; readonly subscriptions: number }
}

/** The live channel's server side, as `server/main.ts` runs it. */
export type LiveServer = LivePublisher & { attach(server: Server, path: string): void; close(): Promise<void> }

/** Given by the sessions feature: who makes a request, and word of sessions and rights that changed on any node. */
export type Sessions = {
  /** Who makes the request (cookie, Bearer or Basic); null without a valid session or token. */
  identify(request: { readonly headers: IncomingHttpHeaders }): Promise<Session | null>
  onChange(listener: (change: { readonly sessionId?: string; readonly personId?: string }) => void): void
  close(): Promise<void>
}

/** What every feature is given to do its work with. */
export type Portal = {
  readonly config: PortalConfig
  readonly log: Logger
  readonly pool: pg.Pool
  readonly db: Database
  readonly http: FastifyInstance
  readonly live: LivePublisher
  readonly identify: Sessions['identify']
  /** Every endpoint served, for the API description, the rights matrix and the tests that walk them all. */
  readonly endpoints: AnyEndpoint[]
  /** Where people reach the portal: PUBLIC_URL, or the address we listen on. Known once we listen. */
  publicUrl(): string
}

/** A feature as `server/main.ts` lists it; `serve` adds its routes. */
export type Feature = {
  readonly name: string
  serve(portal: Portal): void | Promise<void>
  readonly topics?: readonly Topic[]
  reactions?(portal: Portal): readonly Reaction[]
  tasks?(portal: Portal): readonly Task[]
}
