import type { Feature } from '#kit/server/portal.ts'
import { serveIngest } from './ingest/ingest-routes.ts'
import { servePrometheus } from './query/prometheus-routes.ts'
import { metricTasks } from './store/maintenance.ts'
import { serveDeploymentTokens } from './token-routes.ts'

/** Metrics of deployments: tokens of their collectors, ingest, store and queries. */
export const metricsFeature: Feature = {
  name: 'metrics',
  async serve(portal) {
    serveDeploymentTokens(portal)
    servePrometheus(portal)
    await serveIngest(portal)
  },
  tasks: ({ db }) => metricTasks(db),
}
