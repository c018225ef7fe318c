import type { Logger } from 'pino'
import type { Adapter } from '#features/platform/connections/server/index.ts'

/** An address of analytics with a login. */
export type AnalyticsLogin = { readonly url: string; readonly username: string; readonly password: string }

/** The analytics of one customer network. Failures are an `IntegrationError`. */
export type AnalyticsApi = {
  /** Makes a call that needs address and login. */
  login(version: 1 | 4): Promise<void>
  /** The same for a customer of that ops name: `missing` where there is none. */
  customer(opsName: string, version: 1 | 4): Promise<void>
}

/** The outside system that has the analytics of customer networks. */
export type AnalyticsSystem = {
  readonly adapter: Adapter
  open(login: AnalyticsLogin, options: { readonly privateHosts: readonly string[]; readonly log: Logger }): AnalyticsApi
}
