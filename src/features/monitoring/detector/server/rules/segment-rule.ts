import { detectorRules } from '../../contract/detector-rules.ts'
import type { Decision } from './decision.ts'
import type { SegmentState } from './detector-state.ts'
import { addSegment, type Judging, openOutage } from './judging.ts'

type SegmentReading = {
  readonly segment: string
  readonly own: SegmentState
  readonly value: number
  readonly baseline: number
}

/** A segment that lost too many modems in enough samples in a row opens an outage, or joins one of its cluster. */
export function judgeSegment(judging: Judging, segment: string): void {
  const { state, samples, minute, baselines, isHeld, settings } = judging
  const own = state.segments[segment]!
  if (own.outage !== null) return
  const value = samples.at(segment, minute)
  if (value === undefined) {
    // A segment is blind once it has been seen.
    if (own.lastGood !== null) own.gap += 1
    if (own.gap > detectorRules.gapReset) endRun(own)
    return
  }
  const blind = own.gap > detectorRules.gapReset ? own.lastGood : null
  own.gap = 0
  own.lastGood = minute
  const baseline = baselines.get(segment)
  const isBad = baseline !== undefined && baseline - value >= limitOf(baseline, settings)
  if (isHeld(segment, minute)) {
    own.held ??= baseline ?? null
    if (isBad) own.left.push(minute)
    endRun(own)
    return
  }
  if (baseline === undefined) {
    endRun(own)
    return
  }
  const reading = { segment, own, value, baseline }
  if (!isBad) {
    if (own.run > 0)
      judging.decisions.push(lineOf(judging, reading, { kind: 'BELOW', outage: null, run: own.run, value: own.worst }))
    endRun(own)
    if (own.held !== null && hasRecovered(baseline - value, baseline)) own.held = null
    return
  }
  if (own.run === 0) {
    own.runStart = minute
    own.goodBeforeRun = blind
    own.worst = value
  }
  own.run += 1
  own.worst = Math.min(own.worst, value)
  if (own.run >= settings.collectionWindow) raise(judging, reading)
}

/** Modems that a segment must lose to be bad. */
export function limitOf(baseline: number, { minModems, minShare }: Judging['settings']): number {
  return Math.max(minModems, (minShare / 100) * baseline)
}

/** Whether what is still missing no longer counts as an outage. */
export function hasRecovered(drop: number, baseline: number): boolean {
  return drop <= Math.max(detectorRules.recoverModems, detectorRules.recoverFraction * baseline)
}

function raise(judging: Judging, reading: SegmentReading): void {
  const { state, settings } = judging
  const { segment, own, baseline } = reading
  const since = own.runStart!
  const knownOutage = state.outages.find(
    ({ cluster, scope, lastStart }) =>
      cluster === own.cluster && (scope === 'cluster' || since - lastStart <= settings.cascadeWindow),
  )
  const origin = { scope: 'segment', cluster: own.cluster, start: since, lastGood: own.goodBeforeRun } as const
  const outage = knownOutage ?? openOutage(judging, origin)
  outage.lastStart = Math.max(outage.lastStart, since)
  const line = {
    kind: knownOutage ? 'JOINED' : 'OPENED',
    outage: outage.number,
    run: own.run,
    value: reading.value,
  } as const
  judging.decisions.push(lineOf(judging, reading, line))
  addSegment(judging, outage, { segment, baseline, since })
}

function lineOf(
  { minute, settings }: Judging,
  { segment, own, baseline }: SegmentReading,
  line: Pick<Decision, 'kind' | 'outage' | 'run' | 'value'>,
): Decision {
  return {
    ...line,
    minute,
    rule: 'segment',
    cluster: own.cluster,
    segment,
    segments: 1,
    baseline,
    limit: limitOf(baseline, settings),
    needed: settings.collectionWindow,
  }
}

function endRun(own: SegmentState): void {
  own.run = 0
  own.runStart = null
  own.goodBeforeRun = null
}
