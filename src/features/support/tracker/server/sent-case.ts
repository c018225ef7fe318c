import { sql } from 'kysely'
import type { CaseStatus } from '#features/support/case-access/contract.ts'
import type { StoredCase } from '#features/support/case-access/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { MappedField } from '../contract.ts'
import type { TrackerProject } from './project-store.ts'
import type { IssueFields, Priority, StatusKind } from './tracker.ts'
import type { FieldChange } from './tracker-messages.ts'

/** A case as it is sent to a tracker. */
export type SentCase = {
  readonly id: number
  readonly key: string
  readonly type: StoredCase['type']
  readonly subject: string
  readonly description: string
  readonly priority: Priority
  readonly labels: readonly string[]
  readonly status: CaseStatus
  readonly reporterEmail: string
  /** Its issue in the tracker, once there is one. */
  readonly trackerId: string | null
  readonly mapped: Readonly<Record<MappedField, string | null>>
}

/** The case of a message; undefined when it was deleted meanwhile. */
export async function findSentCase(
  db: Database | Tx,
  connection: string,
  caseId: number,
): Promise<SentCase | undefined> {
  const { rows } = await sql<SentCase>`
    select c.id, c.key, c.type, c.subject, c.description, c.priority, c.labels, c.status, r.email as "reporterEmail", i.tracker_id as "trackerId",
      json_build_object('caseKey', c.key, 'account', a.display_name, 'reporter', r.full_name, 'product', c.product, 'productVersion', c.product_version,
        'deployment', (select d.name from deployments d where d.id = c.deployment_id), 'contact', c.contact, 'crmId', c.crm_id) as mapped
    from cases c join accounts a on a.id = c.account_id join users r on r.id = c.reporter_id
      left join tracker_issues i on i.case_id = c.id and i.connection = ${connection}
    where c.id = ${caseId} and not c.internal`.execute(db)
  return rows[0]
}

/** The fields of its issue; only those that a message names, where there is one. Of labels what was added or removed. */
export function issueFields(
  sentCase: SentCase,
  { fieldMap, priorityMap }: TrackerProject,
  message?: FieldChange,
): Partial<IssueFields> {
  const { subject, description, priority, labels, type, mapped: mappedValues } = sentCase
  const isWanted = (field: string) => !message || message.fields.includes(field)
  const { added: addedLabels, removed: removedLabels } = message?.labels ?? { added: labels, removed: [] }
  const custom = Object.entries(fieldMap).flatMap(([field, id]) => {
    const value = mappedValues[field as MappedField]
    return id && isWanted(field) && value !== null ? [[id, value] as const] : []
  })
  return {
    ...(isWanted('subject') ? { subject } : {}),
    ...(isWanted('description') ? { description } : {}),
    ...(isWanted('priority') ? { priority, priorityName: priorityMap[priority] } : {}),
    ...(isWanted('labels')
      ? {
          labels: addedLabels.filter((label) => labels.includes(label)),
          removedLabels: removedLabels.filter((label) => !labels.includes(label)),
          type,
        }
      : {}),
    custom: Object.fromEntries(custom),
  }
}

/** The kind of status that a tracker has for each status of a case, where none is mapped by name. */
export const kindOfStatus: Readonly<Record<CaseStatus, StatusKind>> = {
  NEW: 'new',
  OPEN: 'new',
  IN_PROGRESS: 'indeterminate',
  WAITING_FOR_CUSTOMER: 'indeterminate',
  WAITING_FOR_VENDOR: 'indeterminate',
  ESCALATED: 'indeterminate',
  RESOLVED: 'done',
  CLOSED: 'done',
  DECLINED: 'done',
}
