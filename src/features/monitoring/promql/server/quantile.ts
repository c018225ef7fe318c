/** The quantile of values with interpolation, as Prometheus computes it; NaN sorts before all others. */
export function quantileOf(quantile: number, values: Float64Array): number {
  if (values.length === 0 || Number.isNaN(quantile)) return Number.NaN
  if (quantile < 0) return Number.NEGATIVE_INFINITY
  if (quantile > 1) return Number.POSITIVE_INFINITY
  const plain = values.filter((value) => !Number.isNaN(value)).sort()
  const sortedValues = new Float64Array(values.length).fill(Number.NaN)
  sortedValues.set(plain, values.length - plain.length)
  const rank = quantile * (sortedValues.length - 1)
  const lower = Math.max(0, Math.floor(rank))
  const upper = Math.min(sortedValues.length - 1, lower + 1)
  const weight = rank - Math.floor(rank)
  return sortedValues[lower]! * (1 - weight) + sortedValues[upper]! * weight
}
