import type { IssueFields, Priority, StatusKind, TrackerUser } from '#features/support/tracker/server/index.ts'
import type { JiraStatus, JiraUser } from './jira-shapes.ts'

const priorityNames: Readonly<Record<Priority, string>> = {
  LOW: 'Low',
  MEDIUM: 'Medium',
  HIGH: 'High',
  CRITICAL: 'Highest',
}
const priorities: Readonly<Record<string, Priority>> = {
  lowest: 'LOW',
  low: 'LOW',
  minor: 'LOW',
  medium: 'MEDIUM',
  major: 'MEDIUM',
  high: 'HIGH',
  highest: 'CRITICAL',
  critical: 'CRITICAL',
  blocker: 'CRITICAL',
}

/** The name of a priority where none is mapped. */
export function usualPriority(priority: Priority): string {
  return priorityNames[priority]
}

export function priorityOf(name: string | undefined): Priority | null {
  return priorities[(name ?? '').toLowerCase()] ?? null
}

export function statusOf(status: JiraStatus | undefined): { name: string; kind: StatusKind } {
  const key = status?.statusCategory?.key
  return { name: status?.name ?? '', kind: key === 'done' ? 'done' : key === 'indeterminate' ? 'indeterminate' : 'new' }
}

export function userOf(user: JiraUser | null | undefined): TrackerUser {
  return {
    name: user?.displayName ?? 'Jira',
    email: user?.emailAddress?.toLowerCase() ?? null,
    kind: user?.accountType === 'customer' ? 'customer' : user?.accountType === 'app' ? 'program' : 'person',
  }
}

/** The label that names the case of an issue; the issue is found by it. */
const MARK = 'headend-'
export const labelOf = (caseKey: string) => `${MARK}${caseKey}`
/** The label of outages, whatever their issue type is called. */
const OUTAGE_LABEL = 'headend.outage'
/** All labels of the issue of a case. */
export function labelsOf(
  caseKey: string,
  { type, labels }: Pick<IssueFields, 'labels'> & Partial<IssueFields>,
): string[] {
  return [labelOf(caseKey), ...(type === 'OUTAGE' ? [OUTAGE_LABEL] : []), ...labels]
}
export const ownLabels = (labels: readonly string[]) =>
  labels.filter((label) => !label.startsWith(MARK) && label !== OUTAGE_LABEL)
export const caseKeyOf = (labels: readonly string[]) =>
  labels.find((label) => label.startsWith(MARK))?.slice(MARK.length) ?? null
