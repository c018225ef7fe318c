import { KahanSum } from './kahan.ts'
import { quantileOf } from './quantile.ts'

/** The samples of a range: those at `from` up to before `to` in the columns, between two times in milliseconds. */
export type RangeWindow = {
  readonly times: Float64Array
  readonly values: Float64Array
  readonly from: number
  readonly to: number
  readonly rangeStart: number
  readonly rangeEnd: number
  /** The time of the step. */
  readonly at: number
}

/** A function of at least one sample; undefined where it has no result. */
export type RangeFunction = (window: RangeWindow, parameter: number) => number | undefined

/** The functions of a range, with the arithmetic of Prometheus 2.42. */
export const rangeFunctionsByName: Readonly<Record<string, RangeFunction>> = {
  rate: (window) => extrapolate(window, { counter: true, perSecond: true }),
  increase: (window) => extrapolate(window, { counter: true, perSecond: false }),
  delta: (window) => extrapolate(window, { counter: false, perSecond: false }),
  changes: (window) =>
    pairs(window, (before, value) => value !== before && !(Number.isNaN(value) && Number.isNaN(before))),
  resets: (window) => pairs(window, (before, value) => value < before),
  count_over_time: ({ from, to }) => to - from,
  min_over_time: (window) => extremeValue(window, (value, best) => value < best),
  max_over_time: (window) => extremeValue(window, (value, best) => value > best),
  sum_over_time: sum,
  avg_over_time: average,
  quantile_over_time: ({ values, from, to }, quantile) => quantileOf(quantile, values.slice(from, to)),
  predict_linear: predict,
}

function extrapolate(
  { times, values, from, to, rangeStart, rangeEnd }: RangeWindow,
  { counter, perSecond }: { counter: boolean; perSecond: boolean },
): number | undefined {
  if (to - from < 2) return undefined
  const [first, last] = [times[from]!, times[to - 1]!]
  let result = values[to - 1]! - values[from]!
  if (counter)
    for (let index = from + 1; index < to; index += 1)
      if (values[index]! < values[index - 1]!) result += values[index - 1]!
  let toStart = (first - rangeStart) / 1000
  const toEnd = (rangeEnd - last) / 1000
  const sampledSeconds = (last - first) / 1000
  const between = sampledSeconds / (to - from - 1)
  if (counter && result > 0 && values[from]! >= 0) {
    const toZero = sampledSeconds * (values[from]! / result)
    if (toZero < toStart) toStart = toZero
  }
  const threshold = between * 1.1
  const coveredSeconds =
    sampledSeconds + (toStart < threshold ? toStart : between / 2) + (toEnd < threshold ? toEnd : between / 2)
  const factor = coveredSeconds / sampledSeconds
  return result * (perSecond ? factor / ((rangeEnd - rangeStart) / 1000) : factor)
}

function pairs({ values, from, to }: RangeWindow, counts: (before: number, value: number) => boolean): number {
  let count = 0
  for (let index = from + 1; index < to; index += 1) if (counts(values[index - 1]!, values[index]!)) count += 1
  return count
}

function extremeValue({ values, from, to }: RangeWindow, better: (value: number, best: number) => boolean): number {
  let best = values[from]!
  for (let index = from; index < to; index += 1)
    if (better(values[index]!, best) || Number.isNaN(best)) best = values[index]!
  return best
}

function sum({ values, from, to }: RangeWindow): number {
  const total = new KahanSum()
  for (let index = from; index < to; index += 1) total.add(values[index]!)
  return total.total
}

function average({ values, from, to }: RangeWindow): number {
  const mean = new KahanSum()
  for (let index = from; index < to; index += 1) {
    const value = values[index]!
    const count = index - from + 1
    const infinite = Math.abs(mean.sum) === Number.POSITIVE_INFINITY
    if (infinite && (Number.isFinite(value) || value === mean.sum)) continue
    mean.add(value / count - mean.sum / count)
  }
  return mean.total
}

function predict({ times, values, from, to, at }: RangeWindow, seconds: number): number | undefined {
  if (to - from < 2) return undefined
  const [x, y, xy, xx] = [new KahanSum(), new KahanSum(), new KahanSum(), new KahanSum()]
  const first = values[from]!
  let constant = true
  for (let index = from; index < to; index += 1) {
    const [time, value] = [(times[index]! - at) / 1000, values[index]!]
    constant &&= value === first || index === from
    x.add(time)
    y.add(value)
    xy.add(time * value)
    xx.add(time * time)
  }
  if (constant) return Number.isFinite(first) ? first : Number.NaN
  const count = to - from
  const [sumX, sumY] = [x.sum + x.error, y.sum + y.error]
  const covariance = xy.sum + xy.error - (sumX * sumY) / count
  const variance = xx.sum + xx.error - (sumX * sumX) / count
  const slope = covariance / variance
  return slope * seconds + (sumY / count - (slope * sumX) / count)
}
