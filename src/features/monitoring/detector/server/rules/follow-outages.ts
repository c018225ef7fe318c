import { detectorRules } from '../../contract/detector-rules.ts'
import type { OpenOutage } from './detector-state.ts'
import type { Judging } from './judging.ts'
import { hasRecovered } from './segment-rule.ts'

/** Adds the modems that each open outage misses in this minute, and closes those that have recovered for long enough. */
export function followOutages(judging: Judging): void {
  const { state, samples, minute } = judging
  for (const outage of state.outages) {
    let [drop, expectedModems, isBlind] = [0, 0, false]
    for (const segment of outage.segments) {
      const own = state.segments[segment]!
      const value = samples.at(segment, minute)
      expectedModems += own.frozen
      own.left.push(minute)
      if (value === undefined) isBlind = true
      else {
        own.lastDrop = Math.max(0, own.frozen - value)
        own.lastGood = minute
      }
      drop += own.lastDrop
    }
    outage.drops[minute - outage.start] = drop
    if (isBlind) continue
    if (!hasRecovered(drop, expectedModems)) outage.calm = 0
    else if (outage.calm++ === 0) outage.calmStart = minute
    if (outage.calm >= detectorRules.recoverMinutes) close(judging, outage, { drop, expected: expectedModems })
  }
  const closedNumbers = new Set(judging.ended.map(({ number }) => number))
  state.outages = state.outages.filter(({ number }) => !closedNumbers.has(number))
}

function close(
  { state, minute, decisions, ended }: Judging,
  outage: OpenOutage,
  { drop, expected }: { drop: number; expected: number },
): void {
  const { number, scope, cluster, segments } = outage
  ended.push({ ...outage, end: outage.calmStart! })
  for (const segment of segments)
    Object.assign(state.segments[segment]!, { outage: null, run: 0, runStart: null, lastDrop: 0, gap: 0 })
  const own = state.clusters[cluster]!
  if (own.outage === number) Object.assign(own, { outage: null, run: 0, runStart: null })
  decisions.push({
    minute,
    kind: 'CLOSED',
    rule: scope,
    cluster,
    segment: segments.length === 1 ? segments[0]! : null,
    segments: segments.length,
    outage: number,
    value: expected - drop,
    baseline: expected,
    limit: Math.max(detectorRules.recoverModems, detectorRules.recoverFraction * expected),
    run: outage.calm,
    needed: detectorRules.recoverMinutes,
  })
}
