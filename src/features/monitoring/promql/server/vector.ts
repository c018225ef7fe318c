import { failQuery } from './query-error.ts'
import type { LabelSet } from './samples.ts'

/** The values of one series at every step; `present` is 1 where there is one. */
export type StepSeries = {
  readonly labels: LabelSet
  readonly values: Float64Array
  readonly present: Uint8Array
}

/** The steps of an evaluation, in milliseconds. */
export type Steps = { readonly start: number; readonly end: number; readonly step: number; readonly count: number }

/** Steps from start to end, both included; an instant query has one. */
export function stepsOf(start: number, end: number, step: number): Steps {
  return { start, end, step, count: end < start ? 0 : Math.floor((end - start) / step) + 1 }
}

/** A series without values yet. */
export function emptySeries(labels: LabelSet, { count }: Pick<Steps, 'count'>): StepSeries {
  return { labels, values: new Float64Array(count), present: new Uint8Array(count) }
}

/** A text that is the same for the same labels, which contain no NUL; it is made for every series of every part of a query. */
export function labelKey(labels: LabelSet): string {
  let key = ''
  for (const name of Object.keys(labels).sort()) key += `${name}\0${labels[name]}\0`
  return key
}

/** The labels without some of them. */
export function withoutLabels(labels: LabelSet, names: readonly string[]): LabelSet {
  return Object.fromEntries(Object.entries(labels).filter(([name]) => !names.includes(name)))
}

/** Only some of the labels. */
export function onlyLabels(labels: LabelSet, names: readonly string[]): LabelSet {
  return Object.fromEntries(Object.entries(labels).filter(([name]) => names.includes(name)))
}

/** The labels of a result that is no longer the metric itself. */
export function withoutName(labels: LabelSet): LabelSet {
  return withoutLabels(labels, ['__name__'])
}

/** Work on all series of a query, which yields wherever it can be interrupted. */
export type SeriesWork = Generator<void, StepSeries[]>

/** What is made of each series. */
export function* eachSeries(series: readonly StepSeries[], make: (one: StepSeries) => StepSeries): SeriesWork {
  const results: StepSeries[] = []
  for (const one of series) {
    yield
    results.push(make(one))
  }
  return results
}

/** Joins series with the same labels into one; two of them at the same step are an error. */
export function* joinSeries(series: readonly StepSeries[]): SeriesWork {
  const seriesByKey = new Map<string, StepSeries>()
  for (const one of series) {
    yield
    const key = labelKey(one.labels)
    const sameSeries = seriesByKey.get(key)
    if (!sameSeries) {
      seriesByKey.set(key, one)
      continue
    }
    const copy = { labels: one.labels, values: sameSeries.values.slice(), present: sameSeries.present.slice() }
    for (let step = 0; step < one.values.length; step += 1) {
      if (!one.present[step]) continue
      if (copy.present[step]) failQuery('vector cannot contain metrics with the same labelset')
      copy.present[step] = 1
      copy.values[step] = one.values[step]!
    }
    seriesByKey.set(key, copy)
  }
  const results: StepSeries[] = []
  for (const one of seriesByKey.values()) {
    yield
    if (one.present.includes(1)) results.push(one)
  }
  return results
}
