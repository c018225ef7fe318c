import type { FacetValue } from '#features/accounts/accounts/contract.ts'
import type { Adapter, OpenedConnection } from '#features/platform/connections/server/index.ts'

/** The plan of an account with the values of its services, by their names in the analytics system. */
export type HeldPlan = {
  /** The name of the account: `acme`. */
  readonly account: string
  /** The name of the plan; null = none. */
  readonly plan: string | null
  readonly services: Readonly<Record<string, FacetValue>>
}

/** An analytics system that the portal is connected to. Failures are an `IntegrationError`. */
export type AnalyticsPlans = {
  /** Makes a call that needs address and login, and changes nothing. */
  check(): Promise<void>
  /** Makes this the plan of the account, whatever it was; the same plan again changes nothing. */
  put(plan: HeldPlan): Promise<void>
  /** The plans of all accounts. */
  read(): Promise<readonly HeldPlan[]>
}

/** An analytics system that can be connected, and the fields of its settings. */
export type AnalyticsPlanSystem = Pick<Adapter, 'system' | 'name' | 'fields'> & {
  open(connection: OpenedConnection): AnalyticsPlans
}
