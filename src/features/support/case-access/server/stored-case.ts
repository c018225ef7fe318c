import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { buildSql, within } from '#kit/server/statement.ts'
import { type CasePriority, type CaseStatus, caseProblems } from '../contract.ts'
import { caseScope, scopeCondition } from './case-scope.ts'

/** A case as commands read it. */
export type StoredCase = {
  readonly id: number
  readonly key: string
  readonly accountId: number
  readonly account: string
  readonly type: 'CASE' | 'OUTAGE' | 'RMA'
  readonly internal: boolean
  readonly status: CaseStatus
  readonly open: boolean
  readonly priority: z.output<typeof CasePriority>
  readonly subject: string
  readonly description: string
  readonly labels: readonly string[]
  readonly product: string | null
  readonly productVersion: string | null
  readonly contact: string | null
  readonly crmId: string | null
  readonly reporterId: number
  readonly assigneeId: number | null
  readonly assignee: string | null
  readonly firstResponse: Date | null
  readonly version: number
}

/**
 * Finds a case by a key: its own, else one that it has or had in a tracker. `read` gets the condition on `cases c`, and
 * should take the first by id. There are two statements, because one for both takes a third longer, and almost every
 * key is the case's own.
 */
export async function findByKey<Found>(
  read: (condition: (wanted: string) => string) => Promise<readonly Found[]>,
): Promise<Found | undefined> {
  const [own] = await read((wanted) => `c.key = ${wanted}`)
  if (own) return own
  const [tracked] = await read(
    (wanted) => `c.id = any(array(select k.case_id from tracker_keys k where k.tracker_key = ${wanted}))`,
  )
  return tracked
}

const columns = `c.id, c.key, c.account_id as "accountId", a.name as account, c.type, c.internal, c.status, c.is_open as open, c.priority,
  c.subject, c.description, c.labels, c.product, c.product_version as "productVersion", c.contact, c.crm_id as "crmId", c.reporter_id as "reporterId",
  c.assignee_id as "assigneeId", (select email from users where id = c.assignee_id) as assignee, c.first_response_at as "firstResponse", c.version`

/** The case of that key (its own or its tracker's) within what the session sees, else 404. */
export function readableCase(db: Database | Tx, session: Session, key: string): Promise<StoredCase> {
  return findOne(db, session, key, '')
}

/** The same, locked until the transaction ends: the command acts on exactly what it read. */
export function lockedCase(tx: Tx, session: Session, key: string): Promise<StoredCase> {
  return findOne(tx, session, key, 'for update of c')
}

async function findOne(db: Database | Tx, session: Session, key: string, lock: string): Promise<StoredCase> {
  const scope = caseScope(session)
  const found = await findByKey((condition) =>
    within(db)<StoredCase>(
      buildSql(
        (bind) => `select ${columns} from cases c join accounts a on a.id = c.account_id
          where ${condition(bind(key.toUpperCase()))} and ${scopeCondition(scope, bind)} order by c.id limit 1 ${lock}`,
      ),
    ),
  )
  return found ?? throwProblem(caseProblems['case-not-found'], { key })
}

/** A case by its id, locked until the transaction ends: for changes that no user of the portal makes. */
export async function lockCaseById(tx: Tx, id: number): Promise<StoredCase | undefined> {
  const { rows } = await sql<StoredCase>`
    select c.id, c.key, c.account_id as "accountId", a.name as account, c.type, c.internal, c.status, c.is_open as open, c.priority, c.subject,
      c.description, c.labels, c.product, c.product_version as "productVersion", c.contact, c.crm_id as "crmId", c.reporter_id as "reporterId",
      c.assignee_id as "assigneeId", null as assignee, c.first_response_at as "firstResponse", c.version
    from cases c join accounts a on a.id = c.account_id where c.id = ${id} for update of c`.execute(tx)
  return rows[0]
}
