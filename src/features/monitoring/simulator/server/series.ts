import type { DemoDeployment, Segment } from './demo-network.ts'
import type { Effect } from './fault-effects.ts'
import type { Moment } from './formulas.ts'
import type { PastFaults } from './past-faults.ts'

/** The state of a segment at a minute. */
export type SegmentState = {
  readonly moment: Moment & { readonly monthMinutes: number }
  readonly effect: Effect
  readonly online: number
  readonly drops: number
  /** Of the segment's first upstream channel. */
  readonly snr: number
  /** The faults of the month up to the minute. */
  readonly past: PastFaults
}

/** A simulated series of a segment. */
export type SimulatedSeries = {
  readonly key: string
  readonly labels: readonly (readonly [string, string])[]
  readonly segment: Segment
  /** Minutes between its samples. */
  readonly every: number
  readonly value: (state: SegmentState) => number
}

/** Minutes between samples of what changes slowly: less than the five after which a sample is stale. */
export const SLOW = 4

type Labels = Readonly<Record<string, string>>
/** Makes a series of a segment with its own labels after those of its place. */
export type MakeSeries = (name: string, own: Labels, value: SimulatedSeries['value'], every?: number) => SimulatedSeries

/** Makes series of one place of a segment. */
export function seriesMaker(segment: Segment, place: Labels): MakeSeries {
  return (name, own, value, every = 1) => {
    const labels = Object.entries({ __name__: name, ...place, ...own })
    return { key: JSON.stringify(labels), labels, segment, every, value }
  }
}

/** A value with so many decimals, as exporters send them. */
export function roundTo(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}

/** Which lasting trouble of the demo's findings a deployment has: 0 upstream levels, 1 memory of a host, 2 load of a core. */
export function lastingTrouble({ id }: Pick<DemoDeployment, 'id'>): number {
  return id % 3
}
