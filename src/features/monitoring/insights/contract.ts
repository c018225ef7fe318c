export { contrastWithWhite, LEAST_CONTRAST } from './contract/contrast.ts'
export { acknowledgeFinding, listFindings, readFinding, reopenFinding } from './contract/finding-calls.ts'
export {
  editInsightCategory,
  editInsightType,
  listInsightCategories,
  listInsightTypes,
  readInsightCategory,
  readInsightType,
} from './contract/grouping-calls.ts'
export {
  readClusterHeatMap,
  readHeatMap,
  readInsight,
  readInsightCards,
  readInsightGraph,
  readSegmentHeatMap,
} from './contract/insight-calls.ts'
export { MOST_FINDINGS } from './contract/insight-enums.ts'
export {
  findingAcknowledged,
  findingCleared,
  findingFiled,
  findingOpened,
  findingReopened,
  insightGroupingEdited,
} from './contract/insight-events.ts'
export { acknowledgeInsights, configureInsights, readInsights } from './contract/insight-permissions.ts'
export { insightProblems } from './contract/insight-problems.ts'
export {
  Finding,
  FindingChange,
  FindingDetail,
  GraphSeries,
  GridColumn,
  Grouping,
  HeatMapRow,
  Insight,
  InsightCard,
  Threshold,
} from './contract/insight-shapes.ts'
export { findingsChanged } from './contract/insight-topics.ts'
