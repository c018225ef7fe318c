import { outageSections } from '#features/support/outages/web/index.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { partAt } from '#kit/web/parts.tsx'

const ReportSection = lazyNamed(() => import('./report-section.tsx'), 'ReportSection')

/** The reason-for-outage report on the page of an outage. */
export const outageReportsWeb: FeatureWeb = {
  name: 'outage-reports',
  pages: [],
  parts: [partAt(outageSections, 'outage-report', ReportSection)],
}
