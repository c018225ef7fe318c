import { pagePath } from '#kit/contract/page-path.ts'

/** The insights of an account. */
export const insightsPath = pagePath('/$account/$accountId/insights')

/** The findings of an account. */
export const findingsPath = pagePath('/$account/$accountId/insights/history', ['insight'])

/** The values of an insight by place and time. */
export const heatMapPath = pagePath('/$account/$accountId/insights/heatmap', ['insight'])

/** A finding. */
export const findingPath = pagePath('/$account/$accountId/insights/findings/$findingId')

/** The insights that exist. */
export const insightCataloguePath = pagePath('/admin/insights')
