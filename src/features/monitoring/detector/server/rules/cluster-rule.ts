import { detectorRules } from '../../contract/detector-rules.ts'
import { addSegment, type Judging, openOutage } from './judging.ts'

const LEAST_MODEMS = 3

/** A cluster that lost too many modems which no open outage and no maintenance explains opens an outage. */
export function judgeCluster(judging: Judging, cluster: string, members: readonly string[]): void {
  const { state, samples, minute, baselines, isHeld } = judging
  const own = state.clusters[cluster]!
  if (own.outage !== null) return
  const losses: { segment: string; baseline: number; drop: number }[] = []
  let [expected, drop] = [0, 0]
  for (const segment of members) {
    const baseline = baselines.get(segment)
    const value = samples.at(segment, minute)
    if (baseline === undefined || value === undefined) continue
    expected += baseline
    if (state.segments[segment]!.outage !== null || isHeld(segment, minute)) continue
    drop += baseline - value
    losses.push({ segment, baseline, drop: baseline - value })
  }
  const limit = Math.max(detectorRules.clusterMinModems, detectorRules.clusterMinFraction * expected)
  if (expected === 0 || drop < limit) {
    own.run = 0
    own.runStart = null
    return
  }
  if (own.run === 0) own.runStart = minute
  own.run += 1
  if (own.run < detectorRules.clusterWindow) return
  const since = own.runStart!
  const lost = losses.filter(
    (one) => one.drop >= Math.max(LEAST_MODEMS, 0.5 * detectorRules.clusterMinFraction * one.baseline),
  )
  const outage = openOutage(judging, { scope: 'cluster', cluster, start: since, lastGood: null })
  own.outage = outage.number
  for (const { segment, baseline } of lost) addSegment(judging, outage, { segment, baseline, since })
  judging.decisions.push({
    minute,
    kind: 'OPENED',
    rule: 'cluster',
    cluster,
    segment: null,
    segments: lost.length,
    outage: outage.number,
    value: expected - drop,
    baseline: expected,
    limit,
    run: own.run,
    needed: detectorRules.clusterWindow,
  })
}
