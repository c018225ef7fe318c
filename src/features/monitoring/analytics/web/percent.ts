const percents = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 })

/** A ratio from 0 to 1 as percent: 91.8%. */
export function formatPercent(ratio: number): string {
  return percents.format(ratio)
}
