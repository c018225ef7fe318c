import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reportQueries } from '#features/monitoring/analytics/server/report/report-queries.ts'
import { insights } from '#features/monitoring/insights/server/catalogue/catalogue.ts'
import {
  evaluate,
  type LabelSet,
  parseQuery,
  type SeriesSource,
  type StoredSeries,
  stepsOf,
} from '#features/monitoring/promql/server/index.ts'
import type { DemoDeployment } from '#features/monitoring/simulator/server/demo-network.ts'
import { seriesOf, stateAt } from '#features/monitoring/simulator/server/deployment-series.ts'
import { faultsOfDay } from '#features/monitoring/simulator/server/faults.ts'
import { hasPrometheus, type RealPrometheus, startPrometheus } from './real-prometheus.ts'

const MINUTE = 60_000
/** Minutes of samples, up to half an hour after the beginning of a fault. */
const LENGTH = 180
const START = Date.UTC(2026, 8, 15, 6)
const at = (minute: number) => START + minute * MINUTE
const common = { account: 'larkspur-cable', accountId: 1, zone: 'Europe/Berlin', subscribers: 5000 }
const deployments: readonly DemoDeployment[] = [
  { ...common, id: 3, name: 'larkspur-cn-1', isPon: false },
  { ...common, id: 4, name: 'larkspur-pon-1', isPon: true },
]
/** First and last minute, and the minutes between two steps. */
const ranges = [
  [60, 180, 5],
  [150, 180, 1],
  [0, 180, 30],
] as const
const limits = { samples: 1e7, operations: 1e7, milliseconds: 60_000 }

const stored = deployments.flatMap(samplesOf)
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

/** Every query of the catalogue for each deployment, and every one of the technical report. */
const queries = [
  ...deployments.flatMap(({ name }) => insights.map(({ query }) => query.replaceAll('$deployment', name))),
  ...Object.values(reportQueries).flatMap(({ figures, tables }) =>
    [...figures, ...tables].map(({ query }) => query.replaceAll('$p', '2h')),
  ),
]

describe.skipIf(!hasPrometheus)('with a real Prometheus', () => {
  let prometheus: RealPrometheus
  beforeAll(async () => {
    prometheus = await startPrometheus({ samples: openMetrics(stored) })
  }, 120_000)
  afterAll(() => prometheus?.stop())

  test('all queries of insights and of the technical report have its series, gaps and values', async () => {
    const wrong: unknown[] = []
    let values = 0
    for (const query of new Set(queries))
      for (const range of ranges) {
        const [ours, theirs] = [await resultHere(query, range), await resultThere(prometheus, query, range)]
        values += ours.size
        const keys = new Set([...ours.keys(), ...theirs.keys()])
        const different = [...keys].filter((key) => !isClose(ours.get(key), theirs.get(key)))
        if (different.length > 0)
          wrong.push({ query, range, at: different.slice(0, 3).map((key) => [key, ours.get(key), theirs.get(key)]) })
      }
    expect(wrong).toEqual([])
    expect(queries.length).toBeGreaterThan(100)
    expect(values).toBeGreaterThan(10_000)
  }, 300_000)
})

function samplesOf(deployment: DemoDeployment): StoredSeries[] {
  const first = at(0) / MINUTE
  const faults = faultsOfDay(deployments, { day: Math.floor(first / 1440), since: first + LENGTH })
  return seriesOf(deployment).flatMap((series) => {
    const [times, values]: [number[], number[]] = [[], []]
    for (let minute = 0; minute <= LENGTH; minute += series.every) {
      const state = stateAt(deployment, series.segment, { minute: first + minute, faults })
      if (!state) continue
      times.push(at(minute))
      values.push(series.value(state))
    }
    if (times.length === 0) return []
    const labels: LabelSet = { ...Object.fromEntries(series.labels), deployment: deployment.name }
    return { labels, samples: { times: Float64Array.from(times), values: Float64Array.from(values), stale: null } }
  })
}

function openMetrics(all: readonly StoredSeries[]): string {
  return all
    .flatMap(({ labels: { __name__: name, ...labels }, samples: { times, values } }) => {
      const text = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`)
      return [...times].map((time, index) => `${name}{${text}} ${values[index]} ${(time / 1000).toFixed(3)}\n`)
    })
    .join('')
}

type Range = (typeof ranges)[number]
/** Values by the text of their labels and minute. */
type Result = ReadonlyMap<string, number>

async function resultHere(query: string, [from, to, step]: Range): Promise<Result> {
  const plan = parseQuery(query)
  if (plan.kind === 'matrix' || plan.kind === 'subquery') throw new Error(`${query} is a range`)
  const result = await evaluate(plan, { steps: stepsOf(at(from), at(to), step * MINUTE), source, limits })
  if (result.type === 'scalar')
    return new Map([...result.values].map((value, index) => [`{} ${from + index * step}`, value]))
  return new Map(
    result.series.flatMap(({ labels, values, present }) =>
      [...values].flatMap((value, index) =>
        present[index] ? [[`${keyOf(labels)} ${from + index * step}`, value] as const] : [],
      ),
    ),
  )
}

async function resultThere(prometheus: RealPrometheus, query: string, [from, to, step]: Range): Promise<Result> {
  const seconds = (minute: number) => String(at(minute) / 1000)
  const data = (await prometheus.ask('query_range', {
    query,
    start: seconds(from),
    end: seconds(to),
    step: String(step * 60),
  })) as { result: { metric: LabelSet; values: [number, string][] }[] }
  return new Map(
    data.result.flatMap(({ metric, values }) =>
      values.map(([time, value]) => [
        `${keyOf(metric)} ${(time * 1000 - START) / MINUTE}`,
        Number(value.replace('Inf', 'Infinity')),
      ]),
    ),
  )
}

function keyOf(labels: LabelSet): string {
  return JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function isClose(ours: number | undefined, theirs: number | undefined): boolean {
  if (ours === undefined || theirs === undefined) return false
  return Object.is(ours, theirs) || ours === theirs || Math.abs(ours - theirs) <= 1e-9 * Math.abs(theirs)
}
