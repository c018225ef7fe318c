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
  acknowledgeInsights,
  configureInsights,
  findingsChanged,
  insightProblems,
  MOST_FINDINGS,
  readInsights,
} from './contract/insight.ts'
export {
  readClusterHeatMap,
  readHeatMap,
  readInsight,
  readInsightCards,
  readInsightGraph,
  readSegmentHeatMap,
} from './contract/insight-calls.ts'
export {
  findingAcknowledged,
  findingCleared,
  findingFiled,
  findingOpened,
  findingReopened,
  insightGroupingEdited,
} from './contract/insight-events.ts'
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
