import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { type RowOf, selectedColumns } from '#kit/server/columns.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { buildSql, within } from '#kit/server/statement.ts'
import { type CasePriority, type CaseStatus, caseProblems, caseTexts } from '../contract.ts'
import { caseScope, scopeCondition } from './case-scope.ts'

/** The columns that commands read as they are stored. */
const members = [
  ...(['id', 'key', 'accountId', 'internal', 'subject', 'description', 'labels'] as const),
  ...(['crmId', 'reporterId', 'assigneeId', 'version', 'type', 'status', 'priority'] as const),
  ...caseTexts,
] as const

/** A case as commands read it. */
export type StoredCase = Omit<RowOf<'cases', (typeof members)[number]>, 'type' | 'status' | 'priority'> & {
  readonly type: 'CASE' | 'OUTAGE' | 'RMA'
  readonly status: CaseStatus
  readonly priority: z.output<typeof CasePriority>
  readonly account: string
  readonly open: boolean
  readonly assignee: string | null
  readonly firstResponse: Date | null
}

/**
 * Finds a case by a key: its own, else one that it has or had in a tracker. `read` gets the condition on `cases c`, and
 * should take the first by id. There are two statements, because one for both takes a third longer, and almost every
 * key is the case's own.
 */
export async function findByKey<Row>(
  read: (condition: (wantedKey: string) => string) => Promise<readonly Row[]>,
): Promise<Row | undefined> {
  const [own] = await read((wantedKey) => `c.key = ${wantedKey}`)
  if (own) return own
  const [trackedCase] = await read(
    (wantedKey) => `c.id = any(array(select k.case_id from tracker_keys k where k.tracker_key = ${wantedKey}))`,
  )
  return trackedCase
}

const columns = `${selectedColumns('c', 'cases', members)}, a.name as account, c.is_open as open,
  (select email from users where id = c.assignee_id) as assignee, c.first_response_at as "firstResponse"`

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
  const storedCase = await findByKey((condition) =>
    within(db)<StoredCase>(
      buildSql(
        (bind) => `select ${columns} from cases c join accounts a on a.id = c.account_id
          where ${condition(bind(key.toUpperCase()))} and ${scopeCondition(scope, bind)} order by c.id limit 1 ${lock}`,
      ),
    ),
  )
  return storedCase ?? throwProblem(caseProblems['case-not-found'], { key })
}

/** A case by its id, locked until the transaction ends: for changes that no user of the portal makes. */
export async function lockCaseById(tx: Tx, id: number): Promise<StoredCase | undefined> {
  const { rows } = await sql<StoredCase>`
    select ${sql.raw(columns)} from cases c join accounts a on a.id = c.account_id where c.id = ${id}
    for update of c`.execute(tx)
  return rows[0]
}
