import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import type { Topic } from '#kit/contract/topic.ts'
import type { Config } from './config.ts'
import type { DataDirectory } from './data-directory.ts'
import type { Database } from './database.ts'
import type { DescribedOperation } from './describe/described-operation.ts'
import type { EncryptedColumn } from './encrypted-column.ts'
import type { EventHandler } from './events/event-handler.ts'
import type { Task } from './job.ts'
import type { Live } from './live/live.ts'
import type { LiveSend } from './live/send.ts'
import type { MailComposer } from './mail-composer.ts'
import type { Notifier } from './notification.ts'
import type { Semaphore } from './semaphore.ts'
import type { RateLimiter } from './serve/limits.ts'
import type { Session } from './session.ts'
import type { Setting } from './settings/setting.ts'
import type { SettingValues } from './settings/setting-values.ts'

/** The configuration with what the data directory decides: the secret key, and whether this is a demo. */
export type PortalConfig = Omit<Config, keyof DataDirectory> & DataDirectory

/**
 * Provided by the sessions feature: identifies the user of a request, and notifies of sessions and permissions that
 * changed on any node.
 */
export type Sessions = {
  /** The user of the request (cookie, Bearer or Basic); null without a valid session or token. */
  identify(request: { readonly headers: IncomingHttpHeaders }): Promise<Session | null>
  /** The current state of these cookie sessions; ended ones are left out. */
  reload(sessionIds: readonly string[]): Promise<readonly Session[]>
  /** Drops what is known of the session of this cookie: its own request may have changed it. */
  forget(request: { readonly headers: IncomingHttpHeaders }): void
  onChange(listener: (change: { readonly sessionId?: string; readonly userId?: string }) => void): void
  close(): Promise<void>
}

/** What every feature gets to do its work. */
export type AppContext = {
  readonly config: PortalConfig
  readonly log: Logger
  readonly pool: pg.Pool
  readonly db: Database
  /** For the transactions of commands, fewer at once than there are connections. */
  readonly writing: Semaphore
  readonly http: FastifyInstance
  readonly live: Live
  /** Undefined where the operator has switched limits off. */
  readonly limits: RateLimiter | undefined
  readonly identify: Sessions['identify']
  readonly settings: SettingValues
  readonly notifier: Notifier
  /** Those of all features. */
  readonly mailComposers: readonly MailComposer[]
  /** Every endpoint served, for the API description, the permission table and the tests that check them all. */
  readonly endpoints: AnyEndpoint[]
  /** Operations that are no endpoints, for the API description. */
  readonly operations: DescribedOperation[]
  /** Checks of calls with an API token, in the order in which they were added; one that throws rejects the call. */
  readonly tokenCallChecks: ((session: Session) => Promise<void>)[]
  /** The address of the portal: PUBLIC_URL, or the address it listens on. Known once it listens. */
  publicUrl(): string
}

/** A feature as `server/main.ts` lists it; `serve` adds its routes, where it has any. */
export type Feature = {
  readonly name: string
  serve?(portal: AppContext): void | Promise<void>
  readonly topics?: readonly Topic[]
  readonly encryptedColumns?: readonly EncryptedColumn[]
  /** Values that administrators change while the portal runs. */
  readonly settings?: readonly Setting[]
  eventHandlers?(portal: AppContext): readonly EventHandler[]
  tasks?(portal: AppContext): readonly Task[]
  /** They compose mails for many users when these are sent. */
  mailComposers?(portal: AppContext): readonly MailComposer[]
  /** Destinations of the live channel that clients SEND to. */
  sends?(portal: AppContext): readonly LiveSend[]
}
