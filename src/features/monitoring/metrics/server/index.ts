import type { Feature } from '#kit/server/portal.ts'
import { serveIngest } from './ingest/ingest-routes.ts'
import { serveIngestState } from './ingest/ingest-state.ts'
import { copyTasks } from './outside/copy-tasks.ts'
import type { MetricSystem } from './outside/metric-system.ts'
import { servePrometheus } from './query/prometheus-routes.ts'
import { metricTasks } from './store/maintenance.ts'
import { serveDeploymentTokens } from './token-routes.ts'

export { clearFailures, recordFailure, runAlone } from './deployment-failures.ts'
export { ingestSamples } from './ingest/ingest-samples.ts'
export { SampleBatch, type SeriesCache } from './ingest/sample-batch.ts'
export { dropToken, makeToken } from './make-token.ts'
export { metricAdapter } from './outside/metric-connection.ts'
export type { MetricSystem } from './outside/metric-system.ts'
export { ownedDeploymentTokens } from './owned-tokens.ts'
export { findMatching, metricSource, type QueryScope, readMetrics, seriesInSlices } from './query/metric-source.ts'
export { queryScope } from './query/query-scope.ts'
export { RETENTION } from './store/roll-up-days.ts'
export {
  claimMinutes,
  finishMinutes,
  keepsState,
  type SampleReader,
} from './store/sample-reader.ts'
export { WINDOW_MS } from './store/windows.ts'
export { writeHistory } from './store/write-history.ts'

/** Metrics of deployments: tokens of their collectors, ingest, copies from outside systems, store and queries. */
export function metricsFeature(systems: readonly MetricSystem[]): Feature {
  return {
    name: 'metrics',
    async serve(portal) {
      serveDeploymentTokens(portal)
      servePrometheus(portal)
      serveIngestState(portal)
      await serveIngest(portal)
    },
    tasks: (portal) => [
      ...metricTasks(portal.db),
      ...copyTasks(
        portal,
        systems.map(({ system }) => system),
      ),
    ],
  }
}
