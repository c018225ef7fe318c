import type { Budget } from './budget.ts'
import { combine, isComparison } from './operators.ts'
import type { BinaryPlan, VectorMatching } from './plan.ts'
import { failQuery } from './query-error.ts'
import type { LabelSet } from './samples.ts'
import {
  eachSeries,
  emptySeries,
  joinSeries,
  labelKey,
  onlyLabels,
  type SeriesWork,
  type StepSeries,
  withoutLabels,
  withoutName,
} from './vector.ts'

type Sides = { readonly left: readonly StepSeries[]; readonly right: readonly StepSeries[]; readonly budget: Budget }

/** Arithmetic and comparisons between the series of two vectors that match. */
export function* matchVectors({ op, bool, matching }: BinaryPlan, { left, right, budget }: Sides): SeriesWork {
  const isSwapped = matching.many === 'right'
  const [many, single] = isSwapped ? [right, left] : [left, right]
  const ones = new Map<string, StepSeries[]>()
  for (const one of single) {
    yield
    pushTo(ones, matchKey(one.labels, matching), one)
  }
  const others = new Map<string, StepSeries[]>()
  for (const one of many) {
    yield
    const key = matchKey(one.labels, matching)
    if (ones.has(key)) pushTo(others, key, one)
  }
  const results: StepSeries[] = []
  for (const [key, members] of others) {
    const partners = ones.get(key)!
    budget.spend(members.length * partners.length * (members[0]?.values.length ?? 0))
    yield* requireSingle(partners, isSwapped ? 'left' : 'right')
    const resultSeries = yield* eachSeries(members, (member) => {
      const result = emptySeries({}, { count: member.values.length })
      for (let step = 0; step < member.values.length; step += 1) {
        const partner = partners.find(({ present }) => present[step])
        if (!partner || !member.present[step]) continue
        const [a, b] = isSwapped ? [partner, member] : [member, partner]
        const [first, second] = [a.values[step]!, b.values[step]!]
        const value = combine(op, { left: first, right: second, kept: first, bool })
        if (value === undefined) continue
        result.present[step] = 1
        result.values[step] = value
      }
      return result
    })
    if (matching.many === null) yield* requireOnce(resultSeries)
    for (const [index, result] of resultSeries.entries())
      for (const partner of partners) {
        yield
        const labels = resultLabels(members[index]!.labels, partner.labels, {
          matching,
          bare: bool || !isComparison(op),
        })
        results.push({ ...result, labels, present: result.present.map((is, step) => is && partner.present[step]!) })
      }
  }
  return yield* joinMatched(results, matching)
}

/** `and`, `or` and `unless`: series of one vector by whether the other has a match at the step. */
export function* combineSets({ op, matching }: BinaryPlan, { left, right, budget }: Sides): SeriesWork {
  const [keptSide, against] = op === 'or' ? [right, left] : [left, right]
  const matches = new Map<string, Uint8Array>()
  for (const { labels, present } of against) {
    yield
    const key = matchKey(labels, matching)
    const matchBefore = matches.get(key)
    matches.set(key, matchBefore ? matchBefore.map((is, step) => is | present[step]!) : present)
  }
  const wantedBit = op === 'and' ? 1 : 0
  budget.spend((left.length + right.length) * (left[0]?.values.length ?? 1))
  const chosenSeries = yield* eachSeries(keptSide, (one) => {
    const matchedSteps = matches.get(matchKey(one.labels, matching))
    return { ...one, present: one.present.map((is, step) => (is && (matchedSteps?.[step] ?? 0) === wantedBit ? 1 : 0)) }
  })
  return yield* joinSeries(op === 'or' ? [...left, ...chosenSeries] : chosenSeries)
}

function matchKey(labels: LabelSet, { on, labels: names }: VectorMatching): string {
  return labelKey(on ? onlyLabels(labels, names) : withoutLabels(labels, ['__name__', ...names]))
}

function pushTo(groups: Map<string, StepSeries[]>, key: string, one: StepSeries): void {
  const group = groups.get(key)
  if (group) group.push(one)
  else groups.set(key, [one])
}

/** Rejects two series of the side that has one per match, at the same step. */
function* requireSingle(partners: readonly StepSeries[], side: 'left' | 'right'): Generator<void, void> {
  if (yield* overlap(partners))
    failQuery(
      `found duplicate series for the match group on the ${side} hand-side of the operation: many-to-many matching not allowed: matching labels must be unique on one side`,
    )
}

function* requireOnce(series: readonly StepSeries[]): Generator<void, void> {
  if (yield* overlap(series))
    failQuery('multiple matches for labels: many-to-one matching must be explicit (group_left/group_right)')
}

function* overlap(series: readonly StepSeries[]): Generator<void, boolean> {
  if (series.length < 2) return false
  const seenSteps = new Uint8Array(series[0]!.present.length)
  for (const { present } of series) {
    yield
    for (let step = 0; step < present.length; step += 1) {
      if (!present[step]) continue
      if (seenSteps[step]) return true
      seenSteps[step] = 1
    }
  }
  return false
}

function resultLabels(
  labels: LabelSet,
  partner: LabelSet,
  { matching, bare }: { matching: VectorMatching; bare: boolean },
): LabelSet {
  const own = bare ? withoutName(labels) : labels
  if (matching.many === null)
    return matching.on ? onlyLabels(own, matching.labels) : withoutLabels(own, matching.labels)
  const includedLabels = onlyLabels(partner, matching.include)
  return { ...withoutLabels(own, matching.include), ...includedLabels }
}

function* joinMatched(results: readonly StepSeries[], { many }: VectorMatching): SeriesWork {
  try {
    return yield* joinSeries(results)
  } catch (failure) {
    if (many === null) throw failure
    return failQuery('multiple matches for labels: grouping labels must ensure unique matches')
  }
}
