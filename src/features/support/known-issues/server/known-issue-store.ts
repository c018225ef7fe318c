import { caseScope, scopeCondition } from '#features/support/case-access/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { limitText } from '#kit/server/list/find-page.ts'
import type { Session } from '#kit/server/session.ts'
import { isoJson } from '#kit/server/sql-text.ts'
import { type BindParameter, buildSql, within } from '#kit/server/statement.ts'
import {
  type InternalKnownIssueNote,
  type KnownIssue,
  type KnownIssueCase,
  type KnownIssueDetail,
  knownIssueProblems,
} from '../contract.ts'
import { knownIssueMembers } from './known-issue-json.ts'
import { affectedDeployments, knownIssueScope, seenCondition } from './known-issue-scope.ts'

const DEPLOYMENTS = 50

/** The id of a known issue that the session sees, else 404; `lock` holds it for the transaction. */
export async function knownIssueId(
  db: Database | Tx,
  session: Session,
  key: string,
  { lock = false } = {},
): Promise<{ id: number; key: string; version: number }> {
  const [issue] = await within(db)<{ id: number; key: string; version: number }>(
    buildSql(
      (bind) =>
        `select k.id, k.key, k.version from known_issues k where k.key = ${bind(key.toUpperCase())} and ${seenCondition(knownIssueScope(session), bind)} ${lock ? 'for update of k' : ''}`,
    ),
  )
  return issue ?? throwProblem(knownIssueProblems['known-issue-not-found'], { key })
}

/** A known issue with the deployments that it affects, else 404. */
export async function knownIssueOf(db: Database | Tx, session: Session, key: string): Promise<KnownIssueDetail> {
  const scope = knownIssueScope(session)
  const [issueRow] = await within(db)<{ row: KnownIssueDetail }>(
    buildSql((bind) => {
      const deployments = affectedDeployments(
        scope,
        bind,
        `d.id::text as id, d.name, a.name as account, a.id::text as "accountId", a.display_name as "accountName", d.software_version as version`,
      )
      return `select json_build_object(${knownIssueMembers(session, bind)}, 'deploymentCount', (select count(*) from (${deployments}) one),
          'deployments', (select coalesce(json_agg(to_json(one)), '[]') from (${deployments} order by a.display_name collate "und-x-icu", d.name, d.id limit ${DEPLOYMENTS}) one)) as row
        from known_issues k where k.key = ${bind(key.toUpperCase())} and ${seenCondition(scope, bind)}`
    }),
  )
  return issueRow?.row ?? throwProblem(knownIssueProblems['known-issue-not-found'], { key })
}

/** The texts of a known issue for vendor staff; empty where there are none. */
export async function noteOf(db: Database | Tx, id: number, key: string): Promise<InternalKnownIssueNote> {
  const noteRow = await db
    .selectFrom('known_issue_notes')
    .select(['note', 'detect'])
    .where('known_issue_id', '=', id)
    .executeTakeFirst()
  return { key, note: '', detect: '', ...noteRow }
}

/** A page of the cases that are linked to a known issue, within what the session sees, and their number. */
export async function casesOf(
  db: Database,
  session: Session,
  id: number,
  { page, size, descending }: { page: number; size: number; descending: boolean },
) {
  const linkedCases = (
    bind: BindParameter,
  ) => `from known_issue_cases l join cases c on c.id = l.case_id join accounts a on a.id = c.account_id
    where l.known_issue_id = ${bind(id)} and ${scopeCondition(caseScope(session), bind)}`
  const direction = descending ? 'desc' : 'asc'
  const run = within(db)
  const rows = await run<{ row: KnownIssueCase }>(
    buildSql(
      (
        bind,
      ) => `select json_build_object('key', c.key, 'subject', c.subject, 'status', c.status, 'type', c.type, 'internal', c.internal, 'account', a.name,
        'accountId', a.id::text, 'accountName', a.display_name, 'updated', ${isoJson('c.updated_at')}) as row
        ${linkedCases(bind)} order by c.updated_at ${direction}, c.id ${direction} ${limitText({ page, size })}`,
    ),
  )
  const [caseCount] = await run<{ count: number; newest: Date | null }>(
    buildSql((bind) => `select count(*) as count, max(c.updated_at) as newest ${linkedCases(bind)}`),
  )
  return {
    rows: rows.map(({ row }) => row),
    total: { count: caseCount!.count },
    lastUpdateTime: caseCount!.newest,
  }
}

/** The known issues that are linked to a case and that the session sees. */
export async function linkedTo(db: Database | Tx, session: Session, caseId: number): Promise<KnownIssue[]> {
  const rows = await within(db)<{ row: KnownIssue }>(
    buildSql(
      (bind) => `select json_build_object(${knownIssueMembers(session, bind)}) as row
        from known_issue_cases own join known_issues k on k.id = own.known_issue_id
        where own.case_id = ${bind(caseId)} and ${seenCondition(knownIssueScope(session), bind)} order by own.linked_at, k.id`,
    ),
  )
  return rows.map(({ row }) => row)
}
