import { inSlices, mapInSlices, type Slices, startSlices } from '#kit/server/slices.ts'
import { aggregate } from './aggregate.ts'
import { Budget, type Limits } from './budget.ts'
import { combineSets, matchVectors } from './match-vectors.ts'
import { combine, isComparison } from './operators.ts'
import { type BinaryPlan, isScalar, type Plan, type Range, type Selector, setOperators } from './plan.ts'
import { rangeFunctionsByName } from './range-functions.ts'
import type { SeriesSource, StoredSeries } from './samples.ts'
import { instantValues, LOOK_BACK, withoutMarkers } from './selector-values.ts'
import { eachSeries, emptySeries, joinSeries, type StepSeries, type Steps, stepsOf, withoutName } from './vector.ts'

/** A number per step, or the series of a vector. */
export type QueryResult =
  | { readonly type: 'scalar'; readonly values: Float64Array }
  | { readonly type: 'vector'; readonly series: readonly StepSeries[] }

/** Evaluates a query at every step, reading its samples from the source. Throws a QueryError at a limit. */
export async function evaluate(
  plan: Plan,
  { steps, source, limits }: { steps: Steps; source: SeriesSource; limits: Limits },
): Promise<QueryResult> {
  const evaluation = new Evaluation(source, new Budget(limits))
  if (isScalar(plan)) return { type: 'scalar', values: await evaluation.scalar(plan, steps) }
  return { type: 'vector', series: await inSlices(joinSeries(await evaluation.vector(plan, steps))) }
}

/** The samples of a bare range at one time. */
export async function readRange(
  range: Range,
  { at, source, limits }: { at: number; source: SeriesSource; limits: Limits },
): Promise<readonly StoredSeries[]> {
  const seriesList = await new Evaluation(source, new Budget(limits)).range(range, stepsOf(at, at, 1))
  const until = at - (range.kind === 'matrix' ? range.selector.offset : range.offset)
  const parts = await mapInSlices(seriesList, ({ labels, samples: { times, values } }) => {
    const within = (_: number, index: number) => times[index]! >= until - range.range && times[index]! <= until
    const samples = { times: times.filter(within), values: values.filter(within), stale: null }
    return { labels, samples }
  })
  return parts.filter(({ samples }) => samples.times.length > 0)
}

/** Samples of ranges that a function sees at once: of one series it may be millions. */
const SEEN = 50_000

class Evaluation {
  readonly #source: SeriesSource
  readonly #budget: Budget
  readonly #slices: Slices = startSlices()

  constructor(source: SeriesSource, budget: Budget) {
    this.#source = source
    this.#budget = budget
  }

  async scalar(plan: Plan, steps: Steps): Promise<Float64Array> {
    if (this.#slices.isOver) await this.#slices.next()
    this.#budget.spend(steps.count)
    const values = new Float64Array(steps.count)
    if (plan.kind === 'number') return values.fill(plan.value)
    if (plan.kind === 'time') return values.map((_, step) => (steps.start + step * steps.step) / 1000)
    if (plan.kind === 'negate') return (await this.scalar(plan.of, steps)).map((value) => -value)
    const { op, left: leftPlan, right } = plan as BinaryPlan
    const [a, b] = [await this.scalar(leftPlan, steps), await this.scalar(right, steps)]
    return values.map((_, step) => combine(op, { left: a[step]!, right: b[step]!, kept: 0, bool: true })!)
  }

  async vector(plan: Plan, steps: Steps): Promise<StepSeries[]> {
    switch (plan.kind) {
      case 'selector':
        return this.#select(plan, steps)
      case 'negate': {
        const series = await this.vector(plan.of, steps)
        const negate = (one: StepSeries) => ({
          ...one,
          labels: withoutName(one.labels),
          values: one.values.map((value) => -value),
        })
        return this.#joined(await inSlices(eachSeries(series, negate), this.#slices))
      }
      case 'call':
        return this.#call(plan, steps)
      case 'aggregate': {
        const parameter = plan.parameter ? await this.scalar(plan.parameter, steps) : new Float64Array(steps.count)
        const series = await this.vector(plan.of, steps)
        return inSlices(aggregate(series, { ...plan, parameter, budget: this.#budget }), this.#slices)
      }
      case 'binary':
        return this.#binary(plan, steps)
      default:
        throw new Error(`${plan.kind} is no vector`)
    }
  }

  async #select({ matchers, offset }: Selector, steps: Steps): Promise<StepSeries[]> {
    const [from, to] = [steps.start - offset - LOOK_BACK, steps.end - offset]
    const seriesList = await this.#read(matchers, from, to)
    this.#budget.spend(seriesList.length * steps.count)
    const values = await mapInSlices(seriesList, (one) => instantValues(one, steps, offset), this.#slices)
    return values.filter(({ present }) => present.includes(1))
  }

  #joined(series: readonly StepSeries[]): Promise<StepSeries[]> {
    return inSlices(joinSeries(series), this.#slices)
  }

  /** The samples that the ranges of all steps need. */
  async range(range: Range, steps: Steps): Promise<StoredSeries[]> {
    if (range.kind === 'matrix') {
      const { matchers, offset } = range.selector
      const seriesList = await this.#read(matchers, steps.start - offset - range.range, steps.end - offset)
      const unmark = ({ labels, samples }: StoredSeries) => ({ labels, samples: withoutMarkers(samples) })
      return mapInSlices(seriesList, unmark, this.#slices)
    }
    const first = Math.ceil((steps.start - range.offset - range.range) / range.step) * range.step
    const inner = stepsOf(first, steps.end - range.offset, range.step)
    this.#budget.spend(inner.count)
    const series = await this.#joined(await this.vector(range.of, inner))
    const samplesOf = ({ labels, values, present }: StepSeries): StoredSeries => {
      const there = (_: number, step: number) => present[step] === 1
      const times = values.map((_, step) => inner.start + step * inner.step)
      return { labels, samples: { times: times.filter(there), values: values.filter(there), stale: null } }
    }
    return mapInSlices(series, samplesOf, this.#slices)
  }

  async #call(plan: Extract<Plan, { kind: 'call' }>, steps: Steps): Promise<StepSeries[]> {
    const apply = rangeFunctionsByName[plan.name]!
    const parameter = plan.parameters[0] ? await this.scalar(plan.parameters[0], steps) : new Float64Array(steps.count)
    const offset = plan.range.kind === 'matrix' ? plan.range.selector.offset : plan.range.offset
    const ranges = await this.range(plan.range, steps)
    const budget = this.#budget
    function* applyFunction({ labels, samples: { times, values } }: StoredSeries): Generator<void, StepSeries> {
      const result = emptySeries(withoutName(labels), steps)
      let [from, to] = [0, 0]
      let seenCount = 0
      for (let step = 0; step < steps.count; step += 1) {
        const at = steps.start + step * steps.step
        const rangeEnd = at - offset
        const rangeStart = rangeEnd - plan.range.range
        while (to < times.length && times[to]! <= rangeEnd) to += 1
        while (from < to && times[from]! < rangeStart) from += 1
        if (from === to) continue
        budget.spend(to - from)
        seenCount += to - from
        if (seenCount > SEEN) {
          yield
          seenCount = 0
        }
        const value = apply({ times, values, from, to, rangeStart, rangeEnd, at }, parameter[step]!)
        if (value === undefined) continue
        result.present[step] = 1
        result.values[step] = value
      }
      return result
    }
    const results: StepSeries[] = []
    for (const one of ranges) {
      if (this.#slices.isOver) await this.#slices.next()
      results.push(await inSlices(applyFunction(one), this.#slices))
    }
    return this.#joined(results)
  }

  async #binary(plan: BinaryPlan, steps: Steps): Promise<StepSeries[]> {
    const { op, left: leftPlan, right } = plan
    if (isScalar(leftPlan)) return this.#withScalar(plan, { vector: right, scalar: leftPlan, steps })
    if (isScalar(right)) return this.#withScalar(plan, { vector: leftPlan, scalar: right, steps })
    const sides = {
      left: await this.vector(leftPlan, steps),
      right: await this.vector(right, steps),
      budget: this.#budget,
    }
    const isSet = setOperators.some((one) => one === op)
    return inSlices(isSet ? combineSets(plan, sides) : matchVectors(plan, sides), this.#slices)
  }

  async #withScalar(
    { op, bool, left: leftPlan }: BinaryPlan,
    { vector, scalar, steps }: { vector: Plan; scalar: Plan; steps: Steps },
  ): Promise<StepSeries[]> {
    const numbers = await this.scalar(scalar, steps)
    const series = await this.vector(vector, steps)
    this.#budget.spend(series.length * steps.count)
    const isLeft = scalar === leftPlan
    const work = eachSeries(series, ({ labels, values, present }) => {
      const result = emptySeries(isComparison(op) && !bool ? labels : withoutName(labels), steps)
      for (let step = 0; step < steps.count; step += 1) {
        if (!present[step]) continue
        const [own, other] = [values[step]!, numbers[step]!]
        const [a, b] = isLeft ? [other, own] : [own, other]
        const value = combine(op, { left: a, right: b, kept: own, bool })
        if (value === undefined) continue
        result.present[step] = 1
        result.values[step] = value
      }
      return result
    })
    return this.#joined(await inSlices(work, this.#slices))
  }

  async #read(matchers: Selector['matchers'], from: number, to: number): Promise<StoredSeries[]> {
    const seriesList = await this.#source.series(matchers, { from, to })
    for (const { samples } of seriesList) this.#budget.read(samples.times.length)
    return seriesList
  }
}
