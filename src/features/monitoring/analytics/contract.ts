export { analyticsProblems, configureMonitoring, readInventories } from './contract/analytics.ts'
export {
  deploymentCreated,
  deploymentDeleted,
  deploymentEdited,
  inventorySettingsEdited,
  watermarkReset,
} from './contract/analytics-events.ts'
export {
  AnalyticsConfig,
  listAnalyticsConfigs,
  saveAnalyticsConfig,
  testAnalyticsConfig,
  testAnalyticsLogin,
} from './contract/config-calls.ts'
export { createDeployment, deleteDeployment, editDeployment, listDeployments } from './contract/deployment-calls.ts'
export { analyticsVersionOf, cmStatsFields, deploymentVersions, mdStatsFields } from './contract/deployment-enums.ts'
export { AnalyticsDeployment, DeploymentChanges } from './contract/deployment-shapes.ts'
export { downloadFromAnalytics } from './contract/download-call.ts'
export {
  InventoryChange,
  InventoryDay,
  inventorySheets,
  listInventory,
  readInventorySheet,
} from './contract/inventory-calls.ts'
export { monitoringChanged } from './contract/monitoring-topic.ts'
export {
  AccountSummary,
  DeploymentInfo,
  DeploymentSummary,
  MonitoringState,
  readClustersGraph,
  readExtendedInfo,
  readSummaryMap,
} from './contract/overview-calls.ts'
export {
  InventorySettings,
  listStats,
  listWatermarks,
  MdStats,
  MdUtilization,
  readInventorySettings,
  readMdUtilization,
  resetWatermark,
  saveInventorySettings,
  Watermark,
} from './contract/report-calls.ts'
export { ReportFigure, ReportSection, ReportTable, readTecReport, TecReport } from './contract/tec-report-calls.ts'
