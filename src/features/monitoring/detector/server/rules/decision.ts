import type { DecisionKind } from '../../contract/decision-kinds.ts'

/** A line of the decision log, with the numbers that led to it. */
export type Decision = {
  readonly minute: number
  readonly kind: DecisionKind
  readonly rule: 'segment' | 'cluster'
  readonly cluster: string
  /** Null where the line is about several segments. */
  readonly segment: string | null
  readonly segments: number
  readonly outage: number | null
  readonly value: number | null
  readonly baseline: number | null
  readonly limit: number | null
  /** Samples in a row that led to the decision, of as many that are needed. */
  readonly run: number
  readonly needed: number
}
