import type { Matcher } from './samples.ts'

/** Functions of a range of samples. */
export const rangeFunctions = [
  ...['rate', 'increase', 'delta', 'changes', 'resets', 'predict_linear'],
  ...['avg_over_time', 'min_over_time', 'max_over_time', 'sum_over_time', 'count_over_time', 'quantile_over_time'],
] as const
export const aggregations = ['sum', 'avg', 'min', 'max', 'count', 'quantile', 'topk', 'bottomk'] as const
export const arithmetic = ['+', '-', '*', '/', '%', '^'] as const
export const comparisons = ['==', '!=', '>', '<', '>=', '<='] as const
export const setOperators = ['and', 'or', 'unless'] as const

export type Aggregation = (typeof aggregations)[number]
export type BinaryOperator = (typeof arithmetic)[number] | (typeof comparisons)[number] | (typeof setOperators)[number]

export type Selector = { readonly kind: 'selector'; readonly matchers: readonly Matcher[]; readonly offset: number }

/** A range of samples before each step; times are milliseconds. */
export type Range =
  | { readonly kind: 'matrix'; readonly selector: Selector; readonly range: number }
  | {
      readonly kind: 'subquery'
      readonly of: Plan
      readonly range: number
      readonly step: number
      readonly offset: number
    }

/** How the series of two vectors find each other. `many` is the side that may have several per match. */
export type VectorMatching = {
  readonly on: boolean
  readonly labels: readonly string[]
  readonly many: 'left' | 'right' | null
  readonly include: readonly string[]
}

export type BinaryPlan = {
  readonly kind: 'binary'
  readonly op: BinaryOperator
  readonly bool: boolean
  readonly matching: VectorMatching
  readonly left: Plan
  readonly right: Plan
}

export type AggregatePlan = {
  readonly kind: 'aggregate'
  readonly op: Aggregation
  readonly without: boolean
  readonly labels: readonly string[]
  readonly parameter: Plan | undefined
  readonly of: Plan
}

/** A query that has been checked: every part has the type that its place needs. */
export type Plan =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'time' }
  | { readonly kind: 'negate'; readonly of: Plan }
  | { readonly kind: 'call'; readonly name: string; readonly range: Range; readonly parameters: readonly Plan[] }
  | Selector
  | AggregatePlan
  | BinaryPlan

/** Whether a plan gives one number per step rather than a vector. */
export function isScalar(plan: Plan): boolean {
  if (plan.kind === 'number' || plan.kind === 'time') return true
  if (plan.kind === 'negate') return isScalar(plan.of)
  return plan.kind === 'binary' && isScalar(plan.left) && isScalar(plan.right)
}
