import type { Samples, StoredSeries } from './samples.ts'
import { emptySeries, type StepSeries, type Steps } from './vector.ts'

/** A sample counts for an instant this long; after that the series is missing. */
export const LOOK_BACK = 300_000

/** The newest value of a series at every step, unless it is too old or the series has ended. */
export function instantValues({ labels, samples }: StoredSeries, steps: Steps, offset: number): StepSeries {
  const { times, values, stale } = samples
  const result = emptySeries(labels, steps)
  let next = 0
  for (let step = 0; step < steps.count; step += 1) {
    const at = steps.start + step * steps.step - offset
    while (next < times.length && times[next]! <= at) next += 1
    const last = next - 1
    if (last < 0 || times[last]! < at - LOOK_BACK || stale?.[last]) continue
    result.present[step] = 1
    result.values[step] = values[last]!
  }
  return result
}

/** The samples without stale markers, as ranges see them. */
export function withoutMarkers(samples: Samples): Samples {
  const { stale } = samples
  if (!stale) return samples
  const isKept = (_: number, index: number) => !stale[index]
  return { times: samples.times.filter(isKept), values: samples.values.filter(isKept), stale: null }
}
