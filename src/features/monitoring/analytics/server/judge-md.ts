import { zoneOffset } from '#kit/server/zone-offset.ts'

const QUARTER_MS = 900_000
const MINUTE_MS = 60_000
/** The busy hours of a local day begin then. */
const BUSY_FROM = 18 * 3_600_000
/** Under this share of its samples a MAC domain is not judged. */
const LEAST_SHARE = 0.8
const YEAR = 365
const DAY_MS = 86_400_000

type Samples = { readonly times: Float64Array; readonly values: Float64Array }
type Quarter = { readonly at: number; readonly mean: number; readonly isBusy: boolean; readonly day: number }

/** Judges the samples of one MAC domain and direction; ratios from 0 to 1, the threshold too. */
export function judgeMd(
  { times, values }: Samples,
  { from, to, threshold, zone }: { from: number; to: number; threshold: number; zone: string },
) {
  const quarters: Quarter[] = []
  let [count, sum] = [0, 0]
  for (let index = 0; index < times.length; ) {
    const start = Math.floor(times[index]! / QUARTER_MS) * QUARTER_MS
    let [own, total] = [0, 0]
    for (; index < times.length && times[index]! < start + QUARTER_MS; index += 1) {
      if (Number.isNaN(values[index]!)) continue
      own += 1
      total += values[index]!
    }
    if (own === 0) continue
    const local = start + zoneOffset(zone, start)
    const day = Math.floor(local / DAY_MS)
    quarters.push({ at: start, mean: total / own, isBusy: local - day * DAY_MS >= BUSY_FROM, day })
    if (start < from || start >= to) continue
    count += own
    sum += total
  }
  const judgedQuarters = quarters.filter(({ at }) => at >= from && at < to)
  const peak = judgedQuarters.reduce<Quarter | undefined>(
    (best, one) => (best && best.mean >= one.mean ? best : one),
    undefined,
  )
  const busy = judgedQuarters.filter(({ isBusy }) => isBusy).map(({ mean }) => mean)
  const above = judgedQuarters.filter(({ mean }) => mean > threshold)
  const sampleShare = Math.min(1, (count * MINUTE_MS) / (to - from))
  const missing = sampleShare < LEAST_SHARE
  const p95Busy = quantile95(busy)
  const trendPerWeek = missing ? null : slopePerWeek(quarters)
  return {
    mean: count === 0 ? null : sum / count,
    p95Busy,
    peak15: peak?.mean ?? null,
    peakAt: peak ? new Date(peak.at).toISOString() : null,
    minutesAbove: above.length * 15,
    daysAbove: new Set(above.map(({ day }) => day)).size,
    trendPerWeek,
    fullOn: fullOn({ p95Busy, trendPerWeek, threshold, to }),
    sampleShare,
    missing,
    flagged: !missing && p95Busy !== null && p95Busy > threshold,
  }
}

/** The 95th percentile, between two values in proportion, as Prometheus has it. */
function quantile95(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null
  const sortedNumbers = [...numbers].sort((a, b) => a - b)
  const rank = 0.95 * (sortedNumbers.length - 1)
  const low = Math.floor(rank)
  const high = Math.min(low + 1, sortedNumbers.length - 1)
  return sortedNumbers[low]! + (sortedNumbers[high]! - sortedNumbers[low]!) * (rank - low)
}

/** The slope of the daily 95th percentile in busy hours, by least squares; null for fewer than three days. */
function slopePerWeek(quarters: readonly Quarter[]): number | null {
  const days = new Map<number, number[]>()
  for (const { isBusy, day, mean } of quarters)
    if (isBusy) {
      const means = days.get(day)
      if (means) means.push(mean)
      else days.set(day, [mean])
    }
  const points = [...days].map(([day, means]) => [day, quantile95(means)!] as const)
  if (points.length < 3) return null
  const mean = (of: (point: readonly [number, number]) => number) =>
    points.reduce((sum, one) => sum + of(one), 0) / points.length
  const [x, y] = [mean(([at]) => at), mean(([, value]) => value)]
  const spread = mean(([at]) => (at - x) ** 2)
  return (mean(([at, value]) => (at - x) * (value - y)) / spread) * 7
}

function fullOn({
  p95Busy,
  trendPerWeek,
  threshold,
  to,
}: {
  p95Busy: number | null
  trendPerWeek: number | null
  threshold: number
  to: number
}) {
  if (p95Busy === null || trendPerWeek === null || trendPerWeek <= 0 || p95Busy >= threshold) return null
  const days = ((threshold - p95Busy) / trendPerWeek) * 7
  return days > YEAR ? null : new Date(to + days * DAY_MS).toISOString().slice(0, 10)
}
