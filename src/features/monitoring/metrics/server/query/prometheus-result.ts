import type { LabelSet, QueryResult, Samples, Steps, StoredSeries } from '#features/monitoring/promql/server/index.ts'

/** The `data` of a response of Prometheus' HTTP API. */
export type PrometheusData = unknown

/** A result at one time. */
export function instantData(result: QueryResult, { start }: Steps): PrometheusData {
  if (result.type === 'scalar') return { resultType: 'scalar', result: [start / 1000, numberText(result.values[0]!)] }
  const rows = result.series.map(({ labels, values }) => ({
    metric: labels,
    value: [start / 1000, numberText(values[0]!)],
  }))
  return { resultType: 'vector', result: rows }
}

/** A result at every step; a step without a value is left out. */
export function rangeData(result: QueryResult, { start, step, count }: Steps): PrometheusData {
  const rows = (labels: LabelSet, values: Float64Array, present?: Uint8Array) => ({
    metric: labels,
    values: Array.from(values, (value, index) => [(start + index * step) / 1000, numberText(value)]).filter(
      (_, index) => present?.[index] !== 0,
    ),
  })
  if (result.type === 'scalar') return { resultType: 'matrix', result: count > 0 ? [rows({}, result.values)] : [] }
  return {
    resultType: 'matrix',
    result: result.series.map(({ labels, values, present }) => rows(labels, values, present)),
  }
}

/** The samples of a bare range. */
export function samplesData(series: readonly StoredSeries[]): PrometheusData {
  const rows = ({ times, values }: Samples) => Array.from(times, (at, index) => [at / 1000, numberText(values[index]!)])
  return {
    resultType: 'matrix',
    result: series.map(({ labels, samples }) => ({ metric: labels, values: rows(samples) })),
  }
}

/** A number as Go writes it without an exponent where that is short; every client of Prometheus reads both forms. */
function numberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf'
  if (value === Number.NEGATIVE_INFINITY) return '-Inf'
  return Object.is(value, -0) ? '-0' : String(value)
}
