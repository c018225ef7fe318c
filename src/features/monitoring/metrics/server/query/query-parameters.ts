import { QueryError } from '#features/monitoring/promql/server/index.ts'

/** Steps of a range, at most, as in Prometheus. */
const MOST_STEPS = 11_000

/** A time as seconds since 1970 or RFC 3339, in milliseconds. */
export function timeOf(name: string, text: string | undefined, usual?: number): number {
  if (text === undefined && usual !== undefined) return usual
  const seconds = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  const at = Number.isNaN(seconds) && /^\d{4}-/.test(text ?? '') ? Date.parse(text!) : Math.round(seconds * 1000)
  if (!Number.isFinite(at) || Math.abs(at) > 8.64e15)
    throw new QueryError(
      'bad_data',
      `invalid parameter "${name}": cannot parse ${JSON.stringify(text ?? '')} to a valid timestamp`,
    )
  return at
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1e3, m: 6e4, h: 36e5, d: 864e5, w: 6048e5, y: 31536e6 }

/** A step as seconds or as a duration, in milliseconds. */
export function stepOf(text: string | undefined): number {
  const [, count, unit] = /^(\d+)(ms|[smhdwy])$/.exec(text ?? '') ?? []
  const step = count === undefined ? Math.round(Number(text || Number.NaN) * 1000) : Number(count) * units[unit!]!
  if (!Number.isFinite(step))
    throw new QueryError(
      'bad_data',
      `invalid parameter "step": cannot parse ${JSON.stringify(text ?? '')} to a valid duration`,
    )
  if (step <= 0)
    throw new QueryError(
      'bad_data',
      'zero or negative query resolution step widths are not accepted. Try a positive integer',
    )
  return step
}

/** Rejects a range that ends before it starts or has too many steps. */
export function requireFewSteps({ start, end, step }: { start: number; end: number; step: number }): void {
  if (end < start)
    throw new QueryError('bad_data', 'invalid parameter "end": end timestamp must not be before start time')
  if ((end - start) / step > MOST_STEPS)
    throw new QueryError(
      'bad_data',
      `exceeded maximum resolution of ${MOST_STEPS} points per timeseries. Try decreasing the query resolution (?step=XX)`,
    )
}
