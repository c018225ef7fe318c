import type { Feature } from '#kit/server/portal.ts'
import { monitoringChanged } from '../contract.ts'
import type { AnalyticsSystem } from './analytics-system.ts'
import { analyticsTasks } from './analytics-tasks.ts'
import { serveConfigs } from './config-routes.ts'
import { serveDeployments } from './deployment-routes.ts'
import { deploymentSecrets } from './deployment-store.ts'
import { serveDownload } from './download-route.ts'
import { serveInfo } from './info-routes.ts'
import { serveInventory } from './inventory/inventory-routes.ts'
import { inventoryCollected, inventoryTime } from './inventory-defaults.ts'
import { serveInventorySettings } from './inventory-settings.ts'
import { serveMdUtilization } from './md-utilization.ts'
import { serveTecReport } from './report/report-routes.ts'
import { serveStats } from './stats-routes.ts'
import { serveSummary } from './summary-routes.ts'
import { serveWatermarks } from './watermark-routes.ts'

export type { AnalyticsSystem } from './analytics-system.ts'
export { requireAccount } from './config-routes.ts'
export { HISTORY_STEP_MS } from './history-step.ts'
export { type PastFigure, readFigures, writePastFigures } from './read-figures.ts'
export { readSummary } from './summary-routes.ts'

/** Deployments with their analytics settings, and what their metrics say. */
export function analyticsFeature(system: AnalyticsSystem): Feature {
  return {
    name: 'analytics',
    serve(portal) {
      serveDeployments(portal)
      serveConfigs(portal, system)
      serveSummary(portal)
      serveInfo(portal)
      serveInventorySettings(portal)
      serveInventory(portal)
      serveWatermarks(portal)
      serveMdUtilization(portal)
      serveStats(portal)
      serveDownload(portal)
      serveTecReport(portal)
    },
    settings: [inventoryCollected, inventoryTime],
    topics: [monitoringChanged],
    encryptedColumns: deploymentSecrets,
    tasks: analyticsTasks,
  }
}
