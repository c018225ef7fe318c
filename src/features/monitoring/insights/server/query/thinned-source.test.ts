import { expect, test } from 'vitest'
import { evaluate, parseQuery, type SeriesSource, stepsOf } from '#features/monitoring/promql/server/index.ts'
import { insights } from '../catalogue/catalogue.ts'
import { thinnedSource } from './thinned-source.ts'

const minute = 60_000
const hour = 60 * minute

test('the query of a heat map has the same result with fewer samples', async () => {
  const times = Float64Array.from({ length: 600 }, (_, index) => index * 37_000).filter(
    (at) => at < 2 * hour || at > 3 * hour,
  )
  const values = times.map((at) => Math.sin(at))
  const stale = Uint8Array.from(times, (_, index) => Number(index % 50 === 49))
  const read = { samples: 0 }
  const source: SeriesSource = {
    series: async () => [{ labels: { __name__: 'x', rpd: '1' }, samples: { times, values, stale } }],
  }
  const counted = (one: SeriesSource): SeriesSource => ({
    async series(matchers, range) {
      const found = await one.series(matchers, range)
      read.samples = found[0]!.samples.times.length
      return found
    },
  })
  const run = async (one: SeriesSource) => {
    const plan = parseQuery('max_over_time((sum by (rpd) (x))[1h:5m])')
    if (plan.kind === 'matrix' || plan.kind === 'subquery') throw new Error('a range')
    const limits = { samples: 1e6, operations: 1e6, milliseconds: 10_000 }
    return evaluate(plan, { steps: stepsOf(hour, 6 * hour, hour), source: counted(one), limits })
  }
  const whole = await run(source)
  const all = read.samples
  expect(await run(thinnedSource(source, 5 * minute))).toEqual(whole)
  expect(read.samples * 4).toBeLessThan(all)
})

test('no heat map of the catalogue has a range in its query', () => {
  expect(insights.filter(({ view, query }) => view === 'heatmap' && query.includes('['))).toEqual([])
})
