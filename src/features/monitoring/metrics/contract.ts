export { INGEST_LIMIT, ingestMetrics } from './contract/ingest-call.ts'
export { DeploymentJob, IngestState, RejectionReason, readIngestState } from './contract/ingest-state-call.ts'
export { manageDeployments, metricProblems, readAnalytics, readMonitoring } from './contract/metric.ts'
export { deploymentSamplesBegan, deploymentTokenCreated, deploymentTokenRevoked } from './contract/metric-events.ts'
export { findSeries, listLabels, listLabelValues, queryInstant, queryRange } from './contract/prometheus-calls.ts'
export {
  createDeploymentToken,
  DeploymentToken,
  listDeploymentTokens,
  MOST_TOKENS,
  revokeDeploymentToken,
} from './contract/token-calls.ts'
