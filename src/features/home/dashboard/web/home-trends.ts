import type { AccountRow } from './account-rows.ts'
import { median } from './account-rows.ts'

/** A line without a scale of time: a value for each step, null where it is missing. */
export type Trend = readonly (number | null)[]

/** The lines beside the figures of the home, over the accounts shown. */
export function homeTrends(rows: readonly AccountRow[]): Record<'modems' | 'outages' | 'open' | 'response', Trend> {
  const trends = rows.flatMap(({ trend }) => trend ?? [])
  const recent = rows.flatMap(({ monitoring }) =>
    monitoring?.recent.some((value) => value !== null) ? [monitoring.recent] : [],
  )
  return {
    // A missing account would look like modems that went offline: the sum is missing too.
    modems: byStep(recent, (values) => (values.includes(null) ? null : sum(values))),
    outages: byStep(
      trends.map(({ outages }) => outages),
      sum,
    ),
    open: byStep(
      trends.map(({ open }) => open),
      sum,
    ),
    response: byStep(
      trends.map(({ firstResponse }) => firstResponse),
      (values) => median(values.flatMap((value) => value ?? [])),
    ),
  }
}

function byStep(lines: readonly Trend[], combine: (values: Trend) => number | null): Trend {
  return (lines[0] ?? []).map((_, step) => combine(lines.map((line) => line[step] ?? null)))
}

function sum(values: Trend): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0)
}
