import type { detectorDefaults } from '../../contract/detector-rules.ts'
import type { Decision } from './decision.ts'
import type { DetectorState, OpenOutage } from './detector-state.ts'

/** The samples of a deployment: modems up in a segment at a minute; undefined where there is none. */
export type SegmentSamples = {
  readonly clusterOf: ReadonlyMap<string, string>
  at(segment: string, minute: number): number | undefined
}
export type DetectorSettings = { readonly [setting in keyof typeof detectorDefaults]: number }
/** Whether maintenance holds a segment at a minute. */
export type IsHeld = (segment: string, minute: number) => boolean

/** Everything that the rules of one minute share. */
export type Judging = {
  readonly minute: number
  readonly state: DetectorState
  readonly samples: SegmentSamples
  readonly settings: DetectorSettings
  readonly isHeld: IsHeld
  /** The baselines of this minute. */
  readonly baselines: ReadonlyMap<string, number>
  readonly decisions: Decision[]
  readonly ended: EndedOutage[]
}
export type EndedOutage = OpenOutage & { readonly end: number }

/** Opens an outage; its segments are added with `addSegment`. */
export function openOutage(
  { state, minute }: Judging,
  origin: Pick<OpenOutage, 'scope' | 'cluster' | 'start' | 'lastGood'>,
): OpenOutage {
  const outage: OpenOutage = {
    ...origin,
    number: state.nextNumber,
    segments: [],
    detected: minute,
    lastStart: origin.start,
    calm: 0,
    calmStart: null,
    drops: [],
  }
  state.nextNumber += 1
  state.outages.push(outage)
  return outage
}

/** Adds a segment to an outage with what it lost since the start of that. */
export function addSegment(
  { state, samples, minute }: Judging,
  outage: OpenOutage,
  { segment, baseline, since }: { segment: string; baseline: number; since: number },
): void {
  const own = state.segments[segment]!
  outage.segments.push(segment)
  own.outage = outage.number
  own.frozen = baseline
  own.held = null
  for (let at = since; at <= minute; at += 1) own.left.push(at)
  let last = 0
  // The drop of this minute is added when the outage is followed.
  for (let at = outage.start; at < minute; at += 1) {
    const value = samples.at(segment, at)
    if (value !== undefined) last = Math.max(0, baseline - value)
    outage.drops[at - outage.start] = (outage.drops[at - outage.start] ?? 0) + last
  }
  own.lastDrop = last
}
