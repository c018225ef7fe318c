/** What a segment is expected to have online, and the minute when that was last confirmed. */
export type Baseline = { readonly value: number; readonly minute: number }

/** The samples of a segment by minute. */
export type SegmentMinutes = ReadonlyMap<number, number>

const FROM = 75
const TO = 15
const LEAST_SAMPLES = 20
const LEAST_LOSS = 25
const LEAST_SHARE = 0.2
/** A loss that lasts longer is the new normal. */
const KEPT_MINUTES = 1440
const FIRST_MINUTES = 60

/**
 * The baseline of a segment at a minute: the median of the samples of the hour before the last quarter. Samples of an
 * outage are left out, so that the baseline stays as it was before.
 */
export function baselineAt(
  minutes: SegmentMinutes,
  minute: number,
  before: Baseline | undefined,
): Baseline | undefined {
  const samples = between(minutes, minute - FROM, minute - TO)
  if (!before) {
    const knownSamples = samples.length >= LEAST_SAMPLES ? samples : between(minutes, minute, minute + FIRST_MINUTES)
    return knownSamples.length >= LEAST_SAMPLES ? { value: median(knownSamples), minute } : undefined
  }
  const limit = before.value - Math.max(LEAST_LOSS, LEAST_SHARE * before.value)
  const good = samples.filter((value) => value > limit)
  if (good.length >= LEAST_SAMPLES) return { value: median(good), minute }
  const isLasting = minute - before.minute > KEPT_MINUTES && samples.length >= LEAST_SAMPLES
  return isLasting ? { value: median(samples), minute } : before
}

function between(minutes: SegmentMinutes, from: number, to: number): number[] {
  const valuesBetween: number[] = []
  for (let minute = from; minute <= to; minute += 1) {
    const value = minutes.get(minute)
    if (value !== undefined) valuesBetween.push(value)
  }
  return valuesBetween
}

/** The middle value; the mean of the two middle ones of an even count. */
export function median(values: readonly number[]): number {
  const sortedValues = Float64Array.from(values).sort()
  const half = sortedValues.length / 2
  return (sortedValues[Math.ceil(half) - 1]! + sortedValues[Math.floor(half)]!) / 2
}
