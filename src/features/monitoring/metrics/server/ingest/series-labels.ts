import { createHash } from 'node:crypto'
import type { RejectionReason } from '../../contract.ts'

/** Pairs of a label's name and value, in any order; the name of the metric is the label `__name__`. */
export type Labels = readonly (readonly [name: string, value: string])[]

/** A valid series: its name, its other labels in order, and the hash that identifies it in its deployment. */
export type SeriesLabels = {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly fingerprint: string
  /** The series as PromQL writes it. */
  readonly text: string
}

const MOST_LABELS = 40
const LONGEST = 1_000
const namePattern = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/
const labelPattern = /^[a-zA-Z_][a-zA-Z0-9_]*$/

/** The series of these labels with the label `deployment`, or why it is rejected. Labels without a value do not count. */
export function seriesLabels(sentLabels: Labels, deployment: string): SeriesLabels | RejectionReason {
  const labels = new Map(sentLabels.filter(([, value]) => value !== ''))
  const name = labels.get('__name__')
  labels.delete('__name__')
  if (name === undefined || !namePattern.test(name) || name.length > LONGEST) return 'invalid-labels'
  if (labels.size > MOST_LABELS || labels.size + 1 < sentLabels.filter(([, value]) => value !== '').length)
    return 'invalid-labels'
  if (![...labels].every(([label, value]) => isValid(label, value))) return 'invalid-labels'
  if ((labels.get('deployment') ?? deployment) !== deployment) return 'foreign-deployment'
  labels.set('deployment', deployment)
  const sortedLabels = [...labels].sort(([a], [b]) => (a < b ? -1 : 1))
  const hash = createHash('sha256')
    .update(JSON.stringify([name, sortedLabels]))
    .digest('hex')
  return {
    name,
    labels: Object.fromEntries(sortedLabels),
    fingerprint: hash.slice(0, 32),
    text: `${name}{${sortedLabels.map(([label, value]) => `${label}=${JSON.stringify(value)}`).join(',')}}`,
  }
}

function isValid(label: string, value: string): boolean {
  return label.length <= LONGEST && value.length <= LONGEST && labelPattern.test(label) && isStorable(value)
}

/** PostgreSQL stores no NUL and no half of a surrogate pair; U+FFFD stands for bytes that were no UTF-8. */
function isStorable(value: string): boolean {
  return !/[\0\ufffd\p{Cs}]/u.test(value)
}
