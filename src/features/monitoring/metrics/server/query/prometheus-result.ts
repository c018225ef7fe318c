import type { LabelSet, QueryResult, Steps, StoredSeries } from '#features/monitoring/promql/server/index.ts'

/** The `data` of a response of Prometheus' HTTP API, as JSON in small texts: the whole may be hundreds of megabytes. */
export type PrometheusData = Iterable<string>

/** A result at one time. */
export function instantData(result: QueryResult, { start }: Steps): PrometheusData {
  const point = (value: number) => pointText(start, value)
  if (result.type === 'scalar') return [`{"resultType":"scalar","result":${point(result.values[0]!)}}`]
  const rows = result.series.map(({ labels, values }) => [
    `{"metric":${JSON.stringify(labels)},"value":${point(values[0]!)}}`,
  ])
  return resultText('vector', rows)
}

/** A result at every step; a step without a value is left out. */
export function rangeData(result: QueryResult, { start, step, count }: Steps): PrometheusData {
  const timeOf = (index: number) => start + index * step
  if (result.type === 'scalar')
    return resultText('matrix', count > 0 ? [rowText({}, result.values, { timeOf, has: () => true })] : [])
  const rows = result.series.map(({ labels, values, present }) =>
    rowText(labels, values, { timeOf, has: (index) => present[index] === 1 }),
  )
  return resultText('matrix', rows)
}

/** The samples of a bare range. */
export function samplesData(series: readonly StoredSeries[]): PrometheusData {
  const rows = series.map(({ labels, samples: { times, values } }) =>
    rowText(labels, values, { timeOf: (index) => times[index]!, has: () => true }),
  )
  return resultText('matrix', rows)
}

/** A list of values, each small. */
export function* listData(values: Iterable<unknown>): PrometheusData {
  yield '['
  yield* joinWithCommas(values, (value) => [JSON.stringify(value)])
  yield ']'
}

function* resultText(type: 'vector' | 'matrix', rows: Iterable<Iterable<string>>): Iterable<string> {
  yield `{"resultType":"${type}","result":[`
  yield* joinWithCommas(rows, (row) => row)
  yield ']}'
}

function* rowText(
  labels: LabelSet,
  values: Float64Array,
  { timeOf, has }: { timeOf: (index: number) => number; has: (index: number) => boolean },
): Iterable<string> {
  yield `{"metric":${JSON.stringify(labels)},"values":[`
  let comma = ''
  for (let index = 0; index < values.length; index += 1) {
    if (!has(index)) continue
    yield `${comma}${pointText(timeOf(index), values[index]!)}`
    comma = ','
  }
  yield ']}'
}

function* joinWithCommas<One>(all: Iterable<One>, textOf: (one: One) => Iterable<string>): Iterable<string> {
  let isFirst = true
  for (const one of all) {
    if (!isFirst) yield ','
    isFirst = false
    yield* textOf(one)
  }
}

function pointText(at: number, value: number): string {
  return `[${at / 1000},"${numberText(value)}"]`
}

/** A number as Go writes it without an exponent where that is short; every client of Prometheus reads both forms. */
function numberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf'
  if (value === Number.NEGATIVE_INFINITY) return '-Inf'
  return Object.is(value, -0) ? '-0' : String(value)
}
