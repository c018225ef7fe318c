import type { Adapter, OpenedConnection } from '#features/platform/connections/server/index.ts'
import type { AlertPriority } from '../contract.ts'

/** An alert as it is sent. */
export type SentAlert = {
  /** Names the alert in the other system: account, case, and id here. */
  readonly alias: string
  /** At most 130 characters. */
  readonly message: string
  readonly description: string
  readonly priority: AlertPriority
  readonly tags: readonly string[]
  readonly account: string
  /** The page of the case, else that of the alert. */
  readonly url: string
}
/** An alert as the other system has it. */
export type AlertThere = {
  readonly id: string
  readonly state: 'OPEN' | 'ACKNOWLEDGED' | 'CLOSED'
  readonly occurrences: number
}
/** What a user did with an alert in the other system. */
export type AlertHook = {
  readonly alias: string
  readonly action: 'acknowledge' | 'close'
  readonly user: string | null
}

/**
 * An outside alerting system with one login. Each call returns when the system has carried it out; failures are an
 * `IntegrationError`.
 */
export type Alerting = {
  /** Makes a call that needs address and login, and changes nothing. */
  check(): Promise<void>
  /** The alert of that alias, open or closed; undefined when there is none. */
  find(alias: string): Promise<AlertThere | undefined>
  create(alert: SentAlert): Promise<void>
  /** Counts one more occurrence of an open alert. */
  repeat(there: AlertThere, alert: SentAlert): Promise<void>
  acknowledge(there: AlertThere, by: string): Promise<void>
  close(there: AlertThere, by: string): Promise<void>
  /** What an event says of an alert; undefined for events that change nothing here. */
  read(event: unknown): AlertHook | undefined
}

/** An alerting system that accounts can be connected to; `server/app.ts` lists them. */
export type AlertingSystem = Required<Pick<Adapter, 'system' | 'name' | 'fields' | 'hook'>> & {
  open(connection: OpenedConnection): Alerting
}
