import { type CaseStatus, caseStatuses } from '#features/support/case-access/contract.ts'
import type { StoredCase } from '#features/support/case-access/server/index.ts'
import { caseEdited, caseMoved } from '#features/support/cases/contract.ts'
import { changeFromOutside } from '#features/support/cases/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { changesOf, recordEvent } from '#kit/server/events/event.ts'
import { mappedPriorities } from '../contract.ts'
import type { TrackerProject } from './project-store.ts'
import { kindOfStatus } from './sent-case.ts'
import { marks, type Reading } from './side.ts'
import type { StatusOfIssue, TrackerIssue } from './tracker.ts'

const LONGEST = { subject: 250, description: 32_767, labels: 20 }
const byKind = { new: 'OPEN', indeterminate: 'IN_PROGRESS', done: 'RESOLVED' } as const

/** Gives a locked case the fields and the status of its issue, and records what differs. */
export async function applyFields(
  tx: Tx,
  reading: Reading,
  storedCase: StoredCase,
  issue: TrackerIssue,
): Promise<void> {
  const { project, tracker } = reading
  // Of an issue that is restricted to staff its texts are, too: customers follow its status alone.
  const { subject, description, labels } = shortenFields(issue)
  const isSame = tracker.asStored(storedCase.description).trim() === issue.description.trim()
  const priorityThere = priorityOfCase(project, issue)
  const priority = priorityThere === 'CRITICAL' && storedCase.type !== 'OUTAGE' ? 'HIGH' : priorityThere
  const changes = changesOf(
    storedCase,
    issue.isRestricted
      ? {}
      : {
          ...(storedCase.subject.trim() === subject ? {} : { subject }),
          ...(isSame ? {} : { description }),
          ...(priority === null || (storedCase.priority === 'CRITICAL' && priority === 'HIGH') ? {} : { priority }),
          ...(sameSet(storedCase.labels, labels) ? {} : { labels }),
        },
  )
  const status = statusOfCase(project, issue.status, storedCase.status)
  const fields = Object.fromEntries(Object.entries(changes).map(([field, [, after]]) => [field, after]))
  const isMoved = status !== storedCase.status
  if (Object.keys(changes).length === 0 && !isMoved) return
  await changeFromOutside(tx, storedCase, { ...fields, ...(isMoved ? { status } : {}) })
  const by = { userName: project.projectLabel }
  const about = { account: storedCase.accountId, subject: storedCase.key }
  const data = { caseId: storedCase.id, ...marks(reading) }
  if (Object.keys(changes).length > 0) await recordEvent(tx, caseEdited, by, { ...about, data: { ...data, changes } })
  if (isMoved)
    await recordEvent(tx, caseMoved, by, {
      ...about,
      data: { ...data, changes: { status: [storedCase.status, status] } },
    })
}

/** The status of a case for a status of the tracker; several may share one, and then the present one stays. */
export function statusOfCase(
  { statusMap }: Pick<TrackerProject, 'statusMap'>,
  { name, kind }: StatusOfIssue,
  present: CaseStatus | null,
): CaseStatus {
  const namedStatuses = caseStatuses.filter((status) => statusMap[status]?.toLowerCase() === name.toLowerCase())
  if (present && namedStatuses.includes(present)) return present
  if (namedStatuses[0]) return namedStatuses[0]
  if (present && !statusMap[present] && kindOfStatus[present] === kind) return present
  return byKind[kind]
}

/** The priority for that of an issue: the mapped one of its name, else what the name usually means. */
export function priorityOfCase(
  { priorityMap }: Pick<TrackerProject, 'priorityMap'>,
  { priority, priorityName }: TrackerIssue,
) {
  const name = priorityName.toLowerCase()
  return mappedPriorities.find((one) => priorityMap[one]?.toLowerCase() === name) ?? priority
}

/** That of a case which is filed for an issue: only outages are critical. */
export function priorityOfNewCase(project: Pick<TrackerProject, 'priorityMap'>, issue: TrackerIssue) {
  const priority = priorityOfCase(project, issue) ?? 'MEDIUM'
  return priority === 'CRITICAL' ? 'HIGH' : priority
}

/** The texts of an issue as a case can hold them. */
export function shortenFields({ subject, description, labels }: TrackerIssue) {
  return {
    subject: subject.replace(/\s+/g, ' ').trim().slice(0, LONGEST.subject) || '–',
    description: description.slice(0, LONGEST.description),
    labels: labels.filter((label) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$/.test(label)).slice(0, LONGEST.labels),
  }
}

function sameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value) => other.includes(value))
}
