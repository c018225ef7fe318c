import { median } from '#features/monitoring/uptime/server/index.ts'
import { detectorRules } from '../../contract/detector-rules.ts'
import { judgeCluster } from './cluster-rule.ts'
import type { Decision } from './decision.ts'
import type { DetectorState, SegmentState } from './detector-state.ts'
import { followOutages } from './follow-outages.ts'
import type { DetectorSettings, EndedOutage, IsHeld, Judging, SegmentSamples } from './judging.ts'
import { judgeSegment, limitOf } from './segment-rule.ts'

type Input = {
  readonly samples: SegmentSamples
  readonly settings: DetectorSettings
  readonly isHeld: IsHeld
}

/** Judges one minute of a deployment. Changes the state; returns the decisions and the outages that ended. */
export function judgeMinute(
  state: DetectorState,
  minute: number,
  { samples, settings, isHeld }: Input,
): { readonly decisions: readonly Decision[]; readonly ended: readonly EndedOutage[] } {
  for (const [segment, cluster] of samples.clusterOf) {
    state.segments[segment] ??= newSegment(cluster)
    state.clusters[cluster] ??= { run: 0, runStart: null, outage: null }
  }
  const segments = Object.keys(state.segments).sort()
  const baselines = new Map<string, number>()
  for (const segment of segments) {
    const own = state.segments[segment]!
    own.left = own.left.filter((at) => at >= minute - detectorRules.baselineFrom)
    const baseline = baselineOf(own, segment, { samples, minute })
    if (baseline !== undefined) baselines.set(segment, baseline)
  }
  const judging: Judging = { minute, state, samples, settings, isHeld, baselines, decisions: [], ended: [] }
  for (const segment of segments) judgeSegment(judging, segment)
  for (const cluster of Object.keys(state.clusters).sort()) {
    const members = segments.filter((segment) => state.segments[segment]!.cluster === cluster)
    logSums(judging, cluster, members)
    judgeCluster(judging, cluster, members)
  }
  followOutages(judging)
  return judging
}

/** The median of the hour before the last quarter; minutes of outages and maintenance are left out. */
function baselineOf(
  own: SegmentState,
  segment: string,
  { samples, minute }: Pick<Judging, 'samples' | 'minute'>,
): number | undefined {
  if (own.outage !== null) return own.frozen
  if (own.held !== null) return own.held
  const leftMinutes = new Set(own.left)
  const values: number[] = []
  for (let at = minute - detectorRules.baselineFrom; at <= minute - detectorRules.baselineTo; at += 1) {
    const value = leftMinutes.has(at) ? undefined : samples.at(segment, at)
    if (value !== undefined) values.push(value)
  }
  return values.length >= detectorRules.baselineSamples ? median(values) : undefined
}

/** Lines about all segments of a cluster that are held though bad, or that have no samples any more. */
function logSums(
  { state, samples, minute, baselines, isHeld, settings, decisions }: Judging,
  cluster: string,
  members: readonly string[],
) {
  const heldSegments: { value: number; baseline: number }[] = []
  let blind = 0
  for (const segment of members) {
    const baseline = baselines.get(segment)
    const value = samples.at(segment, minute)
    if (state.segments[segment]!.gap === detectorRules.gapReset + 1) blind += 1
    if (baseline === undefined || value === undefined || !isHeld(segment, minute)) continue
    if (baseline - value >= limitOf(baseline, settings)) heldSegments.push({ value, baseline })
  }
  const line = { minute, rule: 'segment', cluster, segment: null, outage: null, limit: null, run: 0 } as const
  if (heldSegments.length > 0)
    decisions.push({
      ...line,
      kind: 'HELD',
      segments: heldSegments.length,
      value: heldSegments.reduce((sum, { value }) => sum + value, 0),
      baseline: heldSegments.reduce((sum, { baseline }) => sum + baseline, 0),
      needed: settings.collectionWindow,
    })
  if (blind > 0)
    decisions.push({
      ...line,
      kind: 'BLIND',
      segments: blind,
      value: null,
      baseline: null,
      needed: detectorRules.gapReset,
    })
}

function newSegment(cluster: string): SegmentState {
  return {
    cluster,
    run: 0,
    runStart: null,
    worst: 0,
    gap: 0,
    lastGood: null,
    goodBeforeRun: null,
    outage: null,
    frozen: 0,
    held: null,
    lastDrop: 0,
    left: [],
  }
}
