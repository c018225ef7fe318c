import type { Threshold } from '../../contract.ts'
import { type ObjectValue, type Severity, severityOf, worse } from './measure.ts'

const MINUTE = 60_000
/** A finding is cleared after as many minutes within the limit as it needed beyond it, and at least these. */
const LEAST_CLEAR_MINUTES = 5

/** A finding that is not cleared, as the judge reads it. */
export type CurrentFinding = {
  readonly id: number
  readonly insight: string
  readonly object: string
  readonly state: 'PENDING' | 'OPEN' | 'ACKNOWLEDGED'
  readonly severity: Severity
  readonly worst: number
  readonly openedAt: number
  readonly withinSince: number | null
}

export type Begin = ObjectValue & { readonly insight: string; readonly severity: Severity; readonly opens: boolean }
export type Update = {
  readonly id: number
  readonly value: number
  readonly worst: number
  readonly severity: Severity
  readonly opens: boolean
}
/** What one evaluation of a deployment changes. */
export type Decisions = {
  readonly begin: Begin[]
  readonly update: Update[]
  /** Within the limit for the first time. */
  readonly within: number[]
  readonly clear: number[]
  /** Pending ones that were not beyond the limit for long enough. */
  readonly drop: number[]
}

export function noDecisions(): Decisions {
  return { begin: [], update: [], within: [], clear: [], drop: [] }
}

/** Judges the objects of one insight. Objects that are not measured are within the limit; missing samples change nothing. */
export function decide(
  decisions: Decisions,
  {
    insight,
    threshold,
    measured,
    current,
    now,
  }: {
    insight: string
    threshold: Threshold
    measured: readonly ObjectValue[]
    current: readonly CurrentFinding[]
    now: number
  },
): void {
  const open = new Map(current.map((one) => [one.object, one]))
  for (const one of measured) {
    const severity = severityOf(one.value, threshold)
    if (!severity) continue
    const finding = open.get(one.object)
    open.delete(one.object)
    if (finding) decisions.update.push(updateOf(finding, one.value, { severity, threshold, now }))
    else decisions.begin.push({ ...one, insight, severity, opens: threshold.forMinutes === 0 })
  }
  const lasting = Math.max(threshold.forMinutes, LEAST_CLEAR_MINUTES) * MINUTE
  for (const { id, state, withinSince } of open.values()) {
    if (state === 'PENDING') decisions.drop.push(id)
    else if (withinSince === null) decisions.within.push(id)
    else if (now - withinSince >= lasting) decisions.clear.push(id)
  }
}

function updateOf(
  finding: CurrentFinding,
  value: number,
  { severity, threshold, now }: { severity: Severity; threshold: Threshold; now: number },
): Update {
  return {
    id: finding.id,
    value,
    worst: worse(finding.worst, value, threshold),
    // A finding that was critical stays so until it is cleared.
    severity: finding.state !== 'PENDING' && finding.severity === 'CRITICAL' ? 'CRITICAL' : severity,
    opens: finding.state === 'PENDING' && now - finding.openedAt >= threshold.forMinutes * MINUTE,
  }
}
