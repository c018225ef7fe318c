import type { Database } from '#kit/server/database.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import type { Session } from '#kit/server/session.ts'
import { buildSql, within } from '#kit/server/statement.ts'
import { readKnownIssues } from '../contract.ts'
import { knownIssueScope, seenCondition } from './known-issue-scope.ts'
import { wordCondition } from './list-known-issues.ts'

/** A known issue that matches what was typed; `exact` when the whole key was. */
export type FoundKnownIssue = {
  readonly id: string
  readonly key: string
  readonly title: string
  readonly hint: string
  readonly exact: boolean
}

/** The known issues that best match the input, within what the session sees: an exact key first. For the palette. */
export async function searchKnownIssues(
  db: Database,
  session: Session,
  q: string,
  most: number,
): Promise<FoundKnownIssue[]> {
  if (!hasPermission(session, readKnownIssues)) return []
  return within(db)<FoundKnownIssue>(
    buildSql(
      (
        bind,
      ) => `select k.id::text, k.key, k.title, k.product || ' ' || k.affected as hint, lower(k.key) = lower(${bind(q)}::text) as exact
        from known_issues k where ${seenCondition(knownIssueScope(session), bind)} and ${wordCondition(q, bind)} order by exact desc, k.updated_at desc, k.id desc limit ${most}`,
    ),
  )
}
