import { type CatalogueInsight, insights } from '../catalogue/catalogue.ts'

/** The time of the newest sample, which the store knows where a collector does not report it. */
export const NEWEST = 'cable_telemetry_last_sample_timestamp_seconds'

/** Queries over a day or more are evaluated once an hour: their values hardly change within it. */
export function isLong({ query }: CatalogueInsight): boolean {
  return /\[\d{1,3}d[\]:]/.test(query)
}

const selectors = insights
  .filter((one) => !isLong(one))
  .flatMap(({ query }) => [...query.matchAll(/\b((?:cable|pon)_[a-z0-9_]+)\{[^}]*\}(\[)?/g)])
  .map(([, name, bracket]) => ({ name: name!, isRange: bracket !== undefined }))

/** Metrics that the insights of each minute read in ranges, up to an hour. */
export const rangedMetrics: readonly string[] = namesOf(selectors.filter(({ isRange }) => isRange))
/** Those of which they read the newest sample alone. */
export const instantMetrics: readonly string[] = namesOf(selectors).filter((name) => !rangedMetrics.includes(name))

function namesOf(metrics: readonly { readonly name: string }[]): string[] {
  return [...new Set(metrics.map(({ name }) => name))].sort()
}
