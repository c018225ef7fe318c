import { throwFieldProblem } from '#kit/server/http-problem.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** By granularity: the step, the range unless another is given, and how closely a step is read for its worst value. */
export const granularityRanges = {
  '5m': { step: 5 * MINUTE, usual: DAY, text: '5m', inner: '1m' },
  '1h': { step: HOUR, usual: 7 * DAY, text: '1h', inner: '5m' },
  '1d': { step: DAY, usual: 30 * DAY, text: '1d', inner: '1h' },
} as const
export type Granularity = keyof typeof granularityRanges

/** Steps in one response, at most. */
const MOST_STEPS = 2_100

type RangeQuery = { readonly from?: string | undefined; readonly to?: string | undefined }

/** The range of a request in whole steps; it ends now unless the request has an end. */
export function rangeOf(
  granularity: Granularity,
  query: RangeQuery,
  usual: number = granularityRanges[granularity].usual,
) {
  const { step } = granularityRanges[granularity]
  const end = query.to ? Date.parse(query.to) : Date.now()
  const to = Math.floor(end / step) * step
  const from = query.from ? Math.ceil(Date.parse(query.from) / step) * step : to - usual
  if (from > to) throwFieldProblem('from', 'must be before the end of the range')
  if ((to - from) / step > MOST_STEPS)
    throwFieldProblem('from', `must be at most ${MOST_STEPS} steps before the end; choose a larger granularity`)
  return { from, to, step }
}
