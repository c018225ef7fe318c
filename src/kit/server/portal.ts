import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import type { Topic } from '#kit/contract/topic.ts'
import type { Config } from './config.ts'
import type { DataDirectory } from './data-directory.ts'
import type { Database } from './database.ts'
import type { EncryptedColumn } from './encrypted-column.ts'
import type { EventHandler } from './events/event-dispatcher.ts'
import type { Task } from './jobs.ts'
import type { Live } from './live/live.ts'
import type { LiveSend } from './live/send.ts'
import type { Semaphore } from './semaphore.ts'
import type { RateLimiter } from './serve/limits.ts'
import type { Session } from './session.ts'

/** The configuration with what the data directory decides: the secret key, and whether this is a demo. */
export type PortalConfig = Omit<Config, keyof DataDirectory> & DataDirectory

/** Given by the sessions feature: who makes a request, and word of sessions and rights that changed on any node. */
export type Sessions = {
  /** Who makes the request (cookie, Bearer or Basic); null without a valid session or token. */
  identify(request: { readonly headers: IncomingHttpHeaders }): Promise<Session | null>
  /** These cookie sessions as they are now; ended ones are left out. */
  reload(sessionIds: readonly string[]): Promise<readonly Session[]>
  onChange(listener: (change: { readonly sessionId?: string; readonly userId?: string }) => void): void
  close(): Promise<void>
}

/** What every feature is given to do its work with. */
export type AppContext = {
  readonly config: PortalConfig
  readonly log: Logger
  readonly pool: pg.Pool
  readonly db: Database
  /** For the transactions of verbs, fewer at once than there are connections. */
  readonly writing: Semaphore
  readonly http: FastifyInstance
  readonly live: Live
  /** Undefined where the operator has switched limits off. */
  readonly limits: RateLimiter | undefined
  readonly identify: Sessions['identify']
  /** Every endpoint served, for the API description, the rights matrix and the tests that walk them all. */
  readonly endpoints: AnyEndpoint[]
  /** Where people reach the portal: PUBLIC_URL, or the address we listen on. Known once we listen. */
  publicUrl(): string
}

/** A feature as `server/main.ts` lists it; `serve` adds its routes. */
export type Feature = {
  readonly name: string
  serve(portal: AppContext): void | Promise<void>
  readonly topics?: readonly Topic[]
  readonly sealed?: readonly EncryptedColumn[]
  eventHandlers?(portal: AppContext): readonly EventHandler[]
  tasks?(portal: AppContext): readonly Task[]
  /** Destinations of the live channel that clients SEND to. */
  sends?(portal: AppContext): readonly LiveSend[]
}
