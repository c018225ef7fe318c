import type { RawBuilder } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import type { StreamedResponse } from '#kit/server/outbound-stream.ts'
import type { OutboxMessage } from '#kit/server/outbox/message-type.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { Vendor } from '#kit/server/vendor/vendor-fetch.ts'
import type { StreamedCall } from '#kit/server/vendor/vendor-stream.ts'
import type { Port } from '../contract.ts'
import type { HookScheme } from './hook-signature.ts'

/** A field of an adapter's settings; those of type `secret` are encrypted and never read back. */
export type AdapterField = {
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'url' | 'secret' | 'choice'
  readonly required?: boolean
  readonly help?: string
  /** Of a field that is not required, the first is chosen unless another one is. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
}

/** A connection as its adapter gets it. */
export type OpenedConnection = {
  readonly portal: AppContext
  readonly id: string
  /** The system's name, with which messages to users begin. */
  readonly name: string
  /** Every field that is set, secrets decrypted. */
  readonly settings: Readonly<Record<string, string>>
  /** A `fetch` with time limits, retries and a circuit, whose calls the connection's page lists. */
  fetch(
    vendor: Pick<Vendor, 'authorize' | 'explain' | 'rate' | 'timeoutMs' | 'takesText' | 'shapes'>,
  ): (request: Request) => Promise<Response>
  /** Streams a response of any length; the connection's page lists the call with the bytes received. */
  readonly stream: (address: string, call: StreamedCall) => Promise<StreamedResponse>
}

/** What an adapter does with one connection. Failures are an `IntegrationError`. */
export type Connector = {
  /** Makes a call that needs address and login, and changes nothing. */
  test(): Promise<void>
  /** Delivers a message; it may run again after a crash. */
  deliver?(message: OutboxMessage): Promise<void>
  /** Handles an event that the system sent; of events with one id it gets the first. */
  receive?(event: ReceivedEvent): Promise<void>
}
export type ReceivedEvent = { readonly id: string; readonly content: unknown }

/** An outside system that a port can be connected to: all that a new connector declares. */
export type Adapter = {
  readonly port: Port
  /** Its name in addresses: `jira`. */
  readonly system: string
  /** Its name for users: `Jira`. */
  readonly name: string
  /** One connection for all accounts instead of one for each. */
  readonly shared?: boolean
  readonly fields: readonly AdapterField[]
  /** Messages of different subjects that are sent at once, 1 by default; the same for all adapters of a port. */
  readonly messagesAtOnce?: number
  open(connection: OpenedConnection): Connector
  /** The follow-up of a message, in the transaction that records its result: it queries nothing outside of it. */
  settled?(portal: AppContext, tx: Tx, message: OutboxMessage): Promise<void>
  /** Delivering a message again only brings the system to what the portal has now: a day of them can be replayed. */
  readonly replays?: boolean
  /** Names of its messages for users; by default the operation and the subject. */
  describe?(message: { readonly subject: string; readonly operation: string }): string
  /** How events that it sends to `/api/hooks/{system}/{account}` are signed, and the field that holds the key. */
  readonly hook?: { readonly scheme: HookScheme; readonly secret: string }
}

/** Names of messages for users: what each does to what. */
type Describe = (
  db: Database,
  messages: readonly { readonly subject: string; readonly operation: string }[],
) => Promise<readonly string[]>

/** Connections of a port whose settings another feature holds. */
export type ConnectionSource = {
  readonly port: Port
  /**
   * A subquery: id (`{port}:…`), system, label, address, is_enabled, polled_at, next_poll_at, settings_path. Connections
   * that are not enabled are STOPPED.
   */
  readonly rows: RawBuilder<unknown>
  /** The names of its systems for users. */
  readonly systems: Readonly<Record<string, string>>
  readonly describe: Describe
  /** Calls the system, whether or not its circuit is open; throws an `IntegrationError`. */
  test(portal: AppContext, id: string): Promise<void>
  /** After messages about these subjects were sent again or discarded. */
  messagesChanged(portal: AppContext, tx: Tx, subjects: readonly string[]): Promise<void>
}

/** The adapters and the sources of the product. */
export type ConnectionPorts = {
  readonly adapters: readonly Adapter[]
  readonly sources: readonly ConnectionSource[]
  /** Whether faults can be simulated. */
  readonly simulates?: boolean
}
