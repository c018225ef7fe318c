import { type SlaPeriod, type SlaStat, slaViews, summedFigure } from '../contract.ts'

/** The period that a month belongs to. */
function periodOf(yearMonth: string, by: 'month' | 'quarter' | 'year'): string {
  const year = yearMonth.slice(0, 4)
  if (by === 'month') return yearMonth
  return by === 'year' ? year : `${year}-Q${Math.ceil(Number(yearMonth.slice(5)) / 3)}`
}

/** Sums account months into periods, newest first. */
export function periodsOf(stats: readonly SlaStat[], by: 'month' | 'quarter' | 'year'): SlaPeriod[] {
  const groups = new Map<string, SlaStat[]>()
  for (const stat of stats) {
    const period = periodOf(stat.yearMonth, by)
    groups.set(period, [...(groups.get(period) ?? []), stat])
  }
  return [...groups].map(([period, rows]) => {
    const [vendor, nonVendor, blendedFigure] = slaViews.map((view) => summedFigure(rows.map((row) => row[view])))
    return {
      period,
      months: rows.length,
      missing: rows.filter(({ totalDeviceCount }) => totalDeviceCount === null).length,
      preliminary: rows.some((row) => row.preliminary),
      vendor: vendor!,
      nonVendor: nonVendor!,
      blended: blendedFigure!,
    }
  })
}
