import { sql } from 'kysely'
import { escalateCases } from '#features/support/case-access/contract.ts'
import { lockedCase, type StoredCase } from '#features/support/case-access/server/index.ts'
import { changeCaseStatus, changedCasePage } from '#features/support/cases/server/index.ts'
import { nextIssueKey } from '#features/support/rnd-projects/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requirePermission } from '#kit/server/serve/request-context.ts'
import {
  type escalateCase,
  type fireLinkToRnd,
  isRndOpen,
  type linkCaseToRnd,
  type reEscalateCase,
  rndIssueCreated,
  rndIssueLinked,
  rndIssueReopened,
  rndProblems,
} from '../contract.ts'
import { milestonesOf, recordMilestones } from './milestones.ts'
import { lockedIssueOfCase, lockedRndIssue } from './rnd-issue-store.ts'

type Context =
  | CommandContext<typeof escalateCase>
  | CommandContext<typeof reEscalateCase>
  | CommandContext<typeof linkCaseToRnd>

/** Makes an R&D issue of a case. */
export async function escalate(call: CommandContext<typeof escalateCase>) {
  const { tx, session } = call
  const body = call.body ?? {}
  const storedCase = await openCase(call)
  await requireUnlinked(tx, storedCase)
  const key = await nextKey(tx, body.projectKey)
  const { rows } = await sql<{ id: number }>`
    insert into rnd_issues (project_key, key, subject, description, priority, created_by)
    values (${key.slice(0, key.lastIndexOf('-'))}, ${key}, ${body.subject ?? storedCase.subject}, ${body.description ?? storedCase.description}, ${body.priority ?? storedCase.priority}, ${session.userId})
    returning id`.execute(tx)
  const issue = { id: rows[0]!.id, key }
  if (body.comment?.trim()) await addText(tx, issue.id, session.userId, body.comment)
  await call.record(rndIssueCreated, { subject: key, data: { subject: body.subject ?? storedCase.subject } })
  return linkCaseToIssue(call, storedCase, issue)
}

/** Links a case to an R&D issue that exists. */
export async function linkToIssue(call: CommandContext<typeof linkCaseToRnd | typeof fireLinkToRnd>) {
  const storedCase = await openCase(call)
  await requireUnlinked(call.tx, storedCase)
  return linkCaseToIssue(call, storedCase, await lockedRndIssue(call.tx, call.body.rndKey))
}

/** Opens the R&D issue of a case again, with a text that gives the reason. */
export async function escalateAgain(call: CommandContext<typeof reEscalateCase>) {
  const { tx, session, body } = call
  const storedCase = await openCase(call)
  const issue = await lockedIssueOfCase(tx, storedCase.id)
  if (!issue) throwProblem(rndProblems['escalate-first'], { key: storedCase.key })
  const before = await milestonesOf(tx, issue.id)
  await addText(tx, issue.id, session.userId, body.comment)
  await sql`
    update rnd_issues set version = version + 1, updated_at = clock_timestamp()
      ${isRndOpen(issue.status) ? sql`` : sql`, status = 'NEW', reproduced_at = null, started_at = null, fixed_at = null, fix_bundle_id = null`}
    where id = ${issue.id}`.execute(tx)
  await call.record(rndIssueReopened, { subject: issue.key, data: { changes: { status: [issue.status, 'NEW'] } } })
  await recordMilestones(tx, issue.id, before)
  await changeCaseStatus(call, storedCase, 'ESCALATED')
  return changedCasePage(tx, session, storedCase.key)
}

async function openCase(call: Context): Promise<StoredCase> {
  const storedCase = await lockedCase(call.tx, call.session, call.query.issueKey)
  requirePermission(call, escalateCases, storedCase.account)
  if (!storedCase.open) throwProblem(rndProblems['case-not-open'], { key: storedCase.key })
  return storedCase
}

async function requireUnlinked(tx: Tx, { id, key }: StoredCase): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select i.key from rnd_issue_cases x join rnd_issues i on i.id = x.issue_id where x.case_id = ${id}`.execute(tx)
  if (rows[0]) throwProblem(rndProblems['case-already-escalated'], { key, rndKey: rows[0].key })
}

async function linkCaseToIssue(
  call: Context,
  storedCase: StoredCase,
  issue: { readonly id: number; readonly key: string },
) {
  const { tx, session } = call
  await sql`insert into rnd_issue_cases (case_id, issue_id, linked_by) values (${storedCase.id}, ${issue.id}, ${session.userId})`.execute(
    tx,
  )
  await sql`update rnd_issues set updated_at = clock_timestamp() where id = ${issue.id}`.execute(tx)
  await call.record(rndIssueLinked, { subject: issue.key, data: { changes: { case: [null, storedCase.key] } } })
  await recordMilestones(tx, issue.id, new Map(), storedCase.id)
  await changeCaseStatus(call, storedCase, 'ESCALATED')
  return changedCasePage(tx, session, storedCase.key)
}

/** The next key of the project, or of the one in use. */
async function nextKey(tx: Tx, projectKey: string | undefined): Promise<string> {
  return (await nextIssueKey(tx, projectKey)) ?? throwProblem(rndProblems['rnd-project-missing'])
}

/** Writes an R&D text; no other table holds one. */
export async function addText(tx: Tx, issueId: number, authorId: number, body: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into rnd_texts (issue_id, author_id, body) values (${issueId}, ${authorId}, ${body}) returning id`.execute(
    tx,
  )
  return rows[0]!.id
}
