/** How far apart the points of a graph are. */
export const granularities = ['5m', '1h', '1d'] as const
/** Where an insight is drawn. */
export const insightViews = ['card', 'graph', 'heatmap'] as const
/** How the newest value compares with its limits; `none` for an insight without limits. */
export const insightStates = ['CRITICAL', 'WARNING', 'OK', 'NONE', 'MISSING'] as const
export const severities = ['WARNING', 'CRITICAL'] as const
export const findingStates = ['OPEN', 'ACKNOWLEDGED', 'CLEARED'] as const
/** Findings in one response, at most. */
export const MOST_FINDINGS = 1000
