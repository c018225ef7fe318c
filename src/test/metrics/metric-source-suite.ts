import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  evaluate,
  type LabelSet,
  parseQuery,
  parseSelector,
  type SeriesSource,
  stepsOf,
} from '#features/monitoring/promql/server/index.ts'

/** The deployments of the samples; one more has a name that is a pattern for one of them. */
export const deployments = ['acme-1', 'acme.2'] as const
const MINUTE = 60_000
/** Labels that are read as something else when they are not quoted. */
const HOSTILE = 'a"b\\c{}\n<img src=x>,…'
const special = ['NaN', '+Inf', '-Inf', '1e+300', '-0.1', '0', '12345678.9']

/** Queries with their values at the minutes 6, 14, 22 and 30. */
const results = [
  ['sum by (deployment) (md_ratio)', { 'acme-1': [0.85, 1.65, 2.45, 3.25], 'acme.2': [0.94, 0.86, 0.78, 0.7] }],
  ['rate(flaps_total[5m])', { 'acme-1': [1, 1, 1, 0.5] }],
  [
    'max_over_time(md_ratio{deployment="acme-1"}[10m:2m])',
    { 'acme-1 1': [0.6, 1.4, 2.2, 3], 'acme-1 2': [0.25, 0.25, 0.25, 0.25] },
  ],
  ['count(md_ratio > 0.5)', { '': [2, 2, 2, 2] }],
] as const

/** A system with the metrics of deployments, read as queries read them. */
export type MetricWorld = {
  /** Has it hold these samples of Prometheus' text format. */
  load(samples: string): Promise<void>
  source(deployments: readonly string[]): SeriesSource
  close(): Promise<void>
}

/** What queries can expect of any system of metrics. */
export function metricSourceSuite(name: string, open: () => Promise<MetricWorld>): void {
  describe(`the metrics ${name}`, () => {
    let world: MetricWorld
    const start = Math.floor(Date.now() / (10 * MINUTE)) * 10 * MINUTE - 50 * MINUTE
    const at = (minute: number) => start + minute * MINUTE
    beforeAll(async () => {
      world = await open()
      await world.load(samplesFrom(start))
    }, 60_000)
    afterAll(() => world.close())

    async function read(selector: string, { from = 0, to = 40, of = deployments as readonly string[] } = {}) {
      const found = await world.source(of).series(parseSelector(selector), { from: at(from), to: at(to) })
      return found.map(({ labels, samples }) => ({
        labels,
        minutes: [...samples.times].map((time) => (time - start) / MINUTE),
        values: [...samples.values],
      }))
    }
    const namesOf = (found: readonly { readonly labels: LabelSet }[]) =>
      found.map(({ labels: { deployment, md } }) => `${deployment} ${md}`).sort()

    test('returns the series of the wanted deployments alone, by all kinds of conditions', async () => {
      expect(namesOf(await read('md_ratio'))).toEqual(['acme-1 1', 'acme-1 2', 'acme.2 1'])
      expect(namesOf(await read('md_ratio', { of: ['acme.2'] }))).toEqual(['acme.2 1'])
      expect(namesOf(await read('md_ratio{md="1"}'))).toEqual(['acme-1 1', 'acme.2 1'])
      expect(namesOf(await read('md_ratio{md!="1"}'))).toEqual(['acme-1 2'])
      expect(namesOf(await read('md_ratio{deployment=~"acme-.*",md!~"2|3"}'))).toEqual(['acme-1 1'])
      expect(namesOf(await read('md_ratio{deployment="other"}'))).toEqual([])
      expect(namesOf(await read('{__name__=~"md_.*",deployment="acme-1"}'))).toEqual(['acme-1 1', 'acme-1 2'])
    })

    test('a range has the samples at both of its ends, and a gap has none', async () => {
      const [first] = await read('md_ratio{deployment="acme-1",md="1"}', { from: 2, to: 5 })
      expect(first).toMatchObject({ minutes: [2, 3, 4, 5], values: [0.2, 0.3, 0.4, 0.5] })
      expect(await read('md_ratio{md="2"}', { from: 8, to: 22 })).toMatchObject([{ minutes: [8, 9, 21, 22] }])
      expect(await read('md_ratio{md="2"}', { from: 10, to: 20 })).toEqual([])
    })

    test('values come back exactly, also those that are no numbers', async () => {
      const [found] = await read('special')
      expect(found!.values).toEqual(special.map((text) => Number(text.replace('Inf', 'Infinity'))))
    })

    test('a hostile label is data, as a value and in a condition', async () => {
      const selector = `hostile{place=${JSON.stringify(HOSTILE)}}`
      const [found, ...others] = await read(selector)
      expect([found!.labels.place, others]).toEqual([HOSTILE, []])
      expect(await read('hostile{place="a"}')).toEqual([])
    })

    test('queries give the same results as over any other system', async () => {
      const limits = { samples: 1e6, operations: 1e6, milliseconds: 10_000 }
      const steps = stepsOf(at(6), at(30), 8 * MINUTE)
      for (const [query, expected] of results) {
        const plan = parseQuery(query)
        if (plan.kind === 'matrix' || plan.kind === 'subquery') throw new Error('a range')
        const result = await evaluate(plan, { steps, source: world.source(deployments), limits })
        if (result.type === 'scalar') throw new Error('a number')
        const rows = result.series.map(({ labels, values, present }) => [
          `${labels.deployment ?? ''} ${labels.md ?? ''}`.trim(),
          [...values].map((value, step) => (present[step] ? Number(value.toFixed(9)) : null)),
        ])
        expect([query, Object.fromEntries(rows)]).toEqual([query, expected])
      }
    })
  })
}

/** Forty minutes of samples: two MAC domains, one with a gap, a counter that is reset, and labels and values of all kinds. */
function samplesFrom(start: number): string {
  const lines: string[] = []
  const add = (series: string, value: number | string, minute: number) =>
    lines.push(`${series} ${value} ${((start + minute * MINUTE) / 1000).toFixed(3)}\n`)
  for (let minute = 0; minute <= 40; minute += 1) {
    add('md_ratio{deployment="acme-1",md="1"}', minute / 10, minute)
    if (minute < 10 || minute > 20) add('md_ratio{deployment="acme-1",md="2"}', 0.25, minute)
    add('md_ratio{deployment="acme.2",md="1"}', 1 - minute / 100, minute)
    add('md_ratio{deployment="acmex2",md="1"}', 9, minute)
    add('flaps_total{deployment="acme-1"}', minute < 25 ? minute * 60 : (minute - 25) * 30, minute)
  }
  for (const [minute, value] of special.entries()) add('special{deployment="acme-1"}', value, minute)
  const quoted = HOSTILE.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
  add(`hostile{deployment="acme-1",place="${quoted}"}`, 1, 3)
  return lines.join('')
}
