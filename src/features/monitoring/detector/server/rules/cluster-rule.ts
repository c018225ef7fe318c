import { detectorRules } from '../../contract/detector-rules.ts'
import { addSegment, type Judging, openOutage } from './judging.ts'

const LEAST_MODEMS = 3

/** A cluster that lost too many modems which no open outage and no maintenance explains opens an outage. */
export function judgeCluster(judging: Judging, cluster: string, members: readonly string[]): void {
  const { state, samples, minute, baselines, isHeld } = judging
  const own = state.clusters[cluster]!
  if (own.outage !== null) return
  const losses: { segment: string; baseline: number; drop: number }[] = []
  let [expectedModems, drop] = [0, 0]
  for (const segment of members) {
    const baseline = baselines.get(segment)
    const value = samples.at(segment, minute)
    if (baseline === undefined || value === undefined) continue
    expectedModems += baseline
    if (state.segments[segment]!.outage !== null || isHeld(segment, minute)) continue
    drop += baseline - value
    losses.push({ segment, baseline, drop: baseline - value })
  }
  const limit = Math.max(detectorRules.clusterMinModems, detectorRules.clusterMinFraction * expectedModems)
  if (expectedModems === 0 || drop < limit) {
    own.run = 0
    own.runStart = null
    return
  }
  if (own.run === 0) own.runStart = minute
  own.run += 1
  if (own.run < detectorRules.clusterWindow) return
  const since = own.runStart!
  const lostSegments = losses.filter(
    (one) => one.drop >= Math.max(LEAST_MODEMS, 0.5 * detectorRules.clusterMinFraction * one.baseline),
  )
  const outage = openOutage(judging, { scope: 'cluster', cluster, start: since, lastGood: null })
  own.outage = outage.number
  for (const { segment, baseline } of lostSegments) addSegment(judging, outage, { segment, baseline, since })
  judging.decisions.push({
    minute,
    kind: 'OPENED',
    rule: 'cluster',
    cluster,
    segment: null,
    segments: lostSegments.length,
    outage: outage.number,
    value: expectedModems - drop,
    baseline: expectedModems,
    limit,
    run: own.run,
    needed: detectorRules.clusterWindow,
  })
}
