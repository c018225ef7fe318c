import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { letsOthersIn, turnsOf } from '#test/longest-turn.ts'
import { evaluate, parseQuery, QueryError, type SeriesSource, type StoredSeries, stepsOf } from './index.ts'
import type { Plan } from './plan.ts'
import { labelKey } from './vector.ts'

type QueryCase = readonly [query: string, from: number, to: number, step: number, Result]
type Result = { readonly error: string } | readonly (readonly [Record<string, string>, readonly (number | string)[]])[]

const [head, ...lines] = readFileSync(new URL('./golden/results.ndjson', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const { start, series } = JSON.parse(head!) as {
  start: number
  series: [Record<string, string>, (number | string)[]][]
}
const recorded = lines.map((line) => JSON.parse(line) as QueryCase)
const limits = { samples: 1e6, operations: 1e7, milliseconds: 10_000 }

const stored = series
  .map(([labels, flat]): StoredSeries => {
    const even = (_: unknown, index: number) => index % 2 === 0
    const times = Float64Array.from(flat.filter(even), (offset) => start * 1000 + Number(offset))
    const values = Float64Array.from(
      flat.filter((_, index) => index % 2 === 1),
      numberOf,
    )
    return { labels, samples: { times, values, stale: null } }
  })
  .sort((a, b) => (labelKey(a.labels) < labelKey(b.labels) ? -1 : 1))
const source: SeriesSource = {
  async series(matchers, { from, to }) {
    return stored
      .filter(({ labels }) => matchers.every(({ label, matches }) => matches(labels[label] ?? '')))
      .map(({ labels, samples: { times, values } }) => {
        const within = (_: number, index: number) => times[index]! >= from && times[index]! <= to
        return { labels, samples: { times: times.filter(within), values: values.filter(within), stale: null } }
      })
  },
}

function numberOf(text: number | string): number {
  return typeof text === 'number' ? text : Number(text.replace('Inf', 'Infinity'))
}

async function resultOf(query: string, from: number, to: number, step: number): Promise<Result> {
  const steps = stepsOf((start + from) * 1000, (start + to) * 1000, step * 1000)
  try {
    const result = await evaluate(parseQuery(query) as Plan, { steps, source, limits })
    if (result.type === 'scalar') return [[{}, [...result.values].flatMap((value, index) => [index, value])]]
    return result.series.map(({ labels, values, present }) => [
      labels,
      [...values].flatMap((value, index) => (present[index] ? [index, value] : [])),
    ])
  } catch (failure) {
    if (failure instanceof QueryError) return { error: failure.type }
    throw failure
  }
}

/** Values beside those of Prometheus: equal to 1e-9 of their size. */
function isClose(ours: number, theirs: number): boolean {
  return Object.is(ours, theirs) || ours === theirs || Math.abs(ours - theirs) <= 1e-9 * Math.abs(theirs)
}

/** Which series have a value at which steps, or the error; and the values in that order. */
function partsOf(result: Result): { readonly shape: string; readonly values: readonly number[] } {
  if ('error' in result) return { shape: result.error, values: [] }
  const sorted = result
    .map(([labels, flat]) => ({ key: labelKey(labels), flat }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  return {
    shape: sorted.map(({ key, flat }) => `${key} ${flat.filter((_, index) => index % 2 === 0)}`).join('\n'),
    values: sorted.flatMap(({ flat }) => flat.filter((_, index) => index % 2 === 1).map(numberOf)),
  }
}

test('every result is the one of Prometheus 2.42 on the same samples', async () => {
  const wrong: unknown[] = []
  for (const [query, from, to, step, theirs] of recorded) {
    const [mine, other] = [partsOf(await resultOf(query, from, to, step)), partsOf(theirs)]
    if (mine.shape !== other.shape || !mine.values.every((value, index) => isClose(value, other.values[index]!)))
      wrong.push({ query, from, ours: mine, prometheus: other })
  }
  expect(wrong).toEqual([])
  expect(recorded.length).toBeGreaterThan(500)
})

test.each([
  'sum by (rpd) (wide)',
  'topk(5, wide)',
  'wide * on (rpd) group_left wide',
  'wide and wide',
  '-wide > 3',
  'quantile_over_time(0.5, wide{rpd="1"}[2h])',
  'max_over_time(sum(wide{rpd=~"1.*"})[2h:1s])',
])('%s lets other requests in while it is evaluated', async (query) => {
  const count = 3_600
  const times = Float64Array.from({ length: count }, (_, index) => index * 1000)
  const wide = Array.from({ length: 6_000 }, (_, index): StoredSeries => {
    return { labels: { __name__: 'wide', rpd: String(index) }, samples: { times, values: times, stale: null } }
  })
  const matching: SeriesSource = {
    series: async (matchers) =>
      wide.filter(({ labels }) => matchers.every(({ label, matches }) => matches(labels[label] ?? ''))),
  }
  const steps = stepsOf(0, count * 1000, query.includes('over_time') ? 1_000 : 20_000)
  const given = { steps, source: matching, limits: { samples: 1e8, operations: 1e9, milliseconds: 60_000 } }
  expect(await turnsOf(() => evaluate(parseQuery(query) as Plan, given))).toSatisfy(letsOthersIn)
})
