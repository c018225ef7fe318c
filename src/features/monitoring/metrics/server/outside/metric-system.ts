import type { SeriesSource } from '#features/monitoring/promql/server/index.ts'
import type { Adapter, OpenedConnection } from '#features/platform/connections/server/index.ts'

/** The metrics of a customer in an outside system. Failures are an `IntegrationError`. */
export type OutsideMetrics = {
  /** The names of the deployments that have had samples within the last hours; it needs address and login. */
  deployments(): Promise<ReadonlySet<string>>
  /** The series of these deployments, as the portal's own store returns them: each with its label `deployment`. */
  source(deployments: readonly string[]): SeriesSource
}

/** A system whose metrics the portal can copy, and the fields of its settings. */
export type MetricSystem = Pick<Adapter, 'system' | 'name' | 'fields'> & {
  open(connection: OpenedConnection): OutsideMetrics
}
