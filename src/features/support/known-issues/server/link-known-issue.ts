import { editCases } from '#features/support/case-access/contract.ts'
import { eventTypeFor, lockedCase, readableCase, type StoredCase } from '#features/support/case-access/server/index.ts'
import { signatureLinesOf } from '#features/support/log-triage/server/index.ts'
import type { EventType } from '#kit/contract/event.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, type RequestContext, requirePermission } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import {
  type CaseKnownIssues,
  knownIssueLinked,
  knownIssueProblems,
  knownIssueUnlinked,
  type linkKnownIssue,
  type listCaseKnownIssues,
  type unlinkKnownIssue,
} from '../contract.ts'
import { knownIssueId, linkedTo } from './known-issue-store.ts'
import { findMatches } from './match-known-issues.ts'

const COMPARED = 2_000

/** The known issues of a case. */
export async function knownIssuesOfCase(
  db: Database,
  { session, query }: RequestContext<typeof listCaseKnownIssues>,
): Promise<CaseKnownIssues> {
  return bothOf(db, session, await readableCase(db, session, query.issueKey))
}

/** Links a case to a known issue. */
export async function addKnownIssueLink(call: CommandContext<typeof linkKnownIssue>): Promise<CaseKnownIssues> {
  const { tx, session, query } = call
  const { stored: storedCase, issue } = await both(call, query.issueKey, call.body.key)
  const insertion = await tx
    .insertInto('known_issue_cases')
    .values({ known_issue_id: issue.id, case_id: storedCase.id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('case_id')
    .executeTakeFirst()
  if (!insertion)
    throwProblem(knownIssueProblems['known-issue-already-linked'], { key: storedCase.key, issue: issue.key })
  await recordLink(call, knownIssueLinked, storedCase, [null, issue.key])
  return bothOf(tx, session, storedCase)
}

/** Removes the link of a case to a known issue. */
export async function removeKnownIssueLink(call: CommandContext<typeof unlinkKnownIssue>): Promise<CaseKnownIssues> {
  const { tx, session, query } = call
  const { stored: storedCase, issue } = await both(call, query.issueKey, query.key)
  const deletion = await tx
    .deleteFrom('known_issue_cases')
    .where('known_issue_id', '=', issue.id)
    .where('case_id', '=', storedCase.id)
    .returning('case_id')
    .executeTakeFirst()
  if (!deletion) throwProblem(knownIssueProblems['known-issue-not-linked'], { key: storedCase.key, issue: issue.key })
  await recordLink(call, knownIssueUnlinked, storedCase, [issue.key, null])
  return bothOf(tx, session, storedCase)
}

type LinkCall = CommandContext<typeof linkKnownIssue> | CommandContext<typeof unlinkKnownIssue>

async function both(call: LinkCall, caseKey: string, issueKey: string) {
  const storedCase = await lockedCase(call.tx, call.session, caseKey)
  requirePermission(call, editCases, storedCase.account)
  return { stored: storedCase, issue: await knownIssueId(call.tx, call.session, issueKey) }
}

async function recordLink(
  call: LinkCall,
  event: EventType,
  storedCase: StoredCase,
  knownIssue: readonly [string | null, string | null],
): Promise<void> {
  await call.record(eventTypeFor(storedCase, event), {
    account: storedCase.accountId,
    subject: storedCase.key,
    data: { caseId: storedCase.id, changes: { knownIssue } },
  })
}

async function bothOf(db: Database | Tx, session: Session, storedCase: StoredCase): Promise<CaseKnownIssues> {
  const { id, accountId, subject, description, product, productVersion } = storedCase
  const logs = await signatureLinesOf(db, id)
  const text = `${`${subject} ${description}`.slice(0, COMPARED)} ${logs}`
  return {
    linked: await linkedTo(db, session, id),
    matching: await findMatches(db, session, { text, product, productVersion, accountId, caseId: id }),
  }
}
