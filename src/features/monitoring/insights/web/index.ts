import type { CaseExtension } from '#features/support/case-pages/web/index.ts'
import { texts } from '#kit/contract/texts.ts'
import { IconRadar } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { configureInsights, readInsights } from '../contract/insight.ts'
import { findingPath, findingsPath, heatMapPath, insightCataloguePath, insightsPath } from '../paths.ts'

const { text: label } = texts('insights', {
  insights: 'Insights',
  overview: 'Overview',
  history: 'History',
  heatMap: 'Heat map',
  finding: 'Finding',
  settings: 'Insight catalogue',
})

const guard = { only: [readInsights] }
const administrators = { only: [configureInsights] }

/** The findings that a case was filed for: they are linked where its description names one. */
export const insightsExtension: CaseExtension = {
  panels: [
    {
      id: 'findings',
      place: 'side',
      applies: ({ description }) => description.includes('/insights/findings/'),
      Panel: lazyNamed(() => import('./case-findings.tsx'), 'CaseFindings'),
    },
  ],
}

/** Insights of an account: overview, history of findings, heat map; and the catalogue. */
export const insightsWeb: FeatureWeb = {
  name: 'insights',
  pages: [
    {
      path: insightsPath,
      label: () => label('insights'),
      guard,
      load: async () => ({ Page: (await import('./overview-page.tsx')).OverviewPage }),
    },
    {
      path: findingsPath,
      label: () => label('history'),
      guard,
      load: async () => ({ Page: (await import('./history-page.tsx')).HistoryPage }),
    },
    {
      path: heatMapPath,
      label: () => label('heatMap'),
      guard,
      load: async () => ({ Page: (await import('./heat-map-page.tsx')).HeatMapPage }),
    },
    {
      path: findingPath,
      label: () => label('finding'),
      guard,
      load: async () => ({ Page: (await import('./finding-page.tsx')).FindingPage }),
    },
    {
      path: insightCataloguePath,
      label: () => label('settings'),
      guard: administrators,
      load: async () => ({ Page: (await import('./catalogue-page.tsx')).CataloguePage }),
    },
  ],
  rail: [
    {
      id: 'insights',
      section: 'main',
      order: 5,
      label: () => label('insights'),
      icon: IconRadar,
      guard,
      to: (account) => account && insightsPath({ account }),
    },
    {
      id: 'insights-history',
      parent: 'insights',
      section: 'main',
      order: 1,
      label: () => label('history'),
      guard,
      to: (account) => account && findingsPath({ account }),
    },
    {
      id: 'insights-heat-map',
      parent: 'insights',
      section: 'main',
      order: 2,
      label: () => label('heatMap'),
      guard,
      to: (account) => account && heatMapPath({ account }),
    },
    {
      id: 'admin-insights',
      section: 'administration',
      order: 7.5,
      label: () => label('settings'),
      icon: IconRadar,
      guard: administrators,
      to: () => insightCataloguePath(),
    },
  ],
}
