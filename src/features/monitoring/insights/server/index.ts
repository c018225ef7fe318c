import type { Feature } from '#kit/server/portal.ts'
import { findingsChanged } from '../contract.ts'
import { serveGroupings } from './catalogue/grouping-routes.ts'
import { findingHandlers } from './findings/finding-handlers.ts'
import { serveFindings } from './findings/finding-routes.ts'
import { serveInsights } from './insight-routes.ts'
import { judgeTask } from './judge/judge-task.ts'

export { makeDemoFindings } from './demo-findings.ts'
export { openFindings } from './findings/open-findings.ts'

/** Insights: the catalogue, its figures, and findings. */
export const insightsFeature: Feature = {
  name: 'insights',
  serve(portal) {
    serveGroupings(portal)
    serveFindings(portal)
    serveInsights(portal)
  },
  topics: [findingsChanged],
  tasks: (portal) => [judgeTask(portal)],
  eventHandlers: findingHandlers,
}
