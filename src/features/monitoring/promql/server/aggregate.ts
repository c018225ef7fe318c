import type { Budget } from './budget.ts'
import type { Aggregation } from './plan.ts'
import { quantileOf } from './quantile.ts'
import { emptySeries, labelKey, onlyLabels, type SeriesWork, type StepSeries, withoutLabels } from './vector.ts'

type Grouping = { readonly without: boolean; readonly labels: readonly string[] }
type Combine = (values: Float64Array, parameter: number) => number

const combinations: Readonly<Record<Exclude<Aggregation, 'topk' | 'bottomk'>, Combine>> = {
  sum: (values) => values.reduce((total, value) => total + value),
  count: (values) => values.length,
  min: (values) => values.reduce((best, value) => (value < best || Number.isNaN(best) ? value : best)),
  max: (values) => values.reduce((best, value) => (value > best || Number.isNaN(best) ? value : best)),
  avg: meanOf,
  quantile: (values, quantile) => quantileOf(quantile, values),
}

/** Combines the series of each group at every step. `parameter` has the quantile, or the number of series, per step. */
export function* aggregate(
  series: readonly StepSeries[],
  { op, parameter, budget, ...grouping }: Grouping & { op: Aggregation; parameter: Float64Array; budget: Budget },
): SeriesWork {
  const groups = yield* groupsOf(series, grouping)
  budget.spend(series.length * parameter.length)
  const results: StepSeries[] = []
  for (const { labels, members } of groups) {
    if (op === 'topk' || op === 'bottomk')
      results.push(...(yield* rank(members, { parameter, descending: op === 'topk' })))
    else results.push(yield* combineSeries(members, { labels, parameter, combine: combinations[op] }))
  }
  return results
}

function* combineSeries(
  members: readonly StepSeries[],
  { labels, parameter, combine }: { labels: StepSeries['labels']; parameter: Float64Array; combine: Combine },
): Generator<void, StepSeries> {
  const result = emptySeries(labels, { count: parameter.length })
  const buffer = new Float64Array(members.length)
  for (let step = 0; step < parameter.length; step += 1) {
    yield
    let count = 0
    for (const { present, values } of members)
      if (present[step]) {
        buffer[count] = values[step]!
        count += 1
      }
    if (count === 0) continue
    result.present[step] = 1
    result.values[step] = combine(buffer.subarray(0, count), parameter[step]!)
  }
  return result
}

type Group = { readonly labels: StepSeries['labels']; readonly members: StepSeries[] }

function* groupsOf(
  series: readonly StepSeries[],
  { without, labels: names }: Grouping,
): Generator<void, readonly Group[]> {
  const groups = new Map<string, Group>()
  for (const one of series) {
    yield
    const labels = without ? withoutLabels(one.labels, ['__name__', ...names]) : onlyLabels(one.labels, names)
    const key = labelKey(labels)
    const group = groups.get(key)
    if (group) group.members.push(one)
    else groups.set(key, { labels, members: [one] })
  }
  return [...groups.values()]
}

/** The mean, computed so that large values do not overflow. */
function meanOf(values: Float64Array): number {
  let mean = 0
  for (const [index, value] of values.entries()) {
    const infinite = Math.abs(mean) === Number.POSITIVE_INFINITY
    if (infinite && (Number.isFinite(value) || value === mean)) continue
    mean += value / (index + 1) - mean / (index + 1)
  }
  return mean
}

/** At every step the series with the largest or smallest values, as many as the parameter says; NaN comes last. */
function* rank(
  members: readonly StepSeries[],
  { parameter, descending }: { parameter: Float64Array; descending: boolean },
): SeriesWork {
  const results = members.map(({ labels }) => emptySeries(labels, { count: parameter.length }))
  const sign = descending ? -1 : 1
  for (let step = 0; step < parameter.length; step += 1) {
    yield
    const most = Math.trunc(parameter[step]!)
    if (!(most >= 1)) continue
    const there = members.flatMap(({ present, values }, place) =>
      present[step] ? [{ place, value: values[step]! }] : [],
    )
    there.sort((a, b) => {
      if (Number.isNaN(a.value) || Number.isNaN(b.value))
        return Number(Number.isNaN(a.value)) - Number(Number.isNaN(b.value))
      return sign * (a.value - b.value) || a.place - b.place
    })
    for (const { place, value } of there.slice(0, most)) {
      results[place]!.present[step] = 1
      results[place]!.values[step] = value
    }
  }
  return results
}
