import { accountFor } from '#features/support/case-access/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import type { Session } from '#kit/server/session.ts'
import type { BindParameter } from '#kit/server/statement.ts'
import { visibleAccounts } from '#kit/server/visible.ts'
import { readEveryKnownIssue, readKnownIssues } from '../contract.ts'

/** The known issues that a user may see; every query applies it, so that invisible ones are not found. */
export type KnownIssueScope = {
  /** Vendor staff: unpublished ones too, whatever they affect. */
  readonly every: boolean
  /** Accounts whose deployments make a published known issue visible. */
  readonly accounts: 'all' | readonly number[]
}

/** The scope of a session. */
export function knownIssueScope(session: Session): KnownIssueScope {
  return { every: hasPermission(session, readEveryKnownIssue), accounts: visibleAccounts(session, readKnownIssues) }
}

/** The id of an account in which the session may read known issues; 404 for another one. */
export async function knownIssueAccount(
  db: Database | Tx,
  session: Session,
  name: string | undefined,
): Promise<number | undefined> {
  if (name === undefined) return undefined
  return (await accountFor(db, session, readKnownIssues, name)).accountId
}

/** The condition on `known_issues k` that limits it to the scope. */
export function seenCondition(scope: KnownIssueScope, bind: BindParameter): string {
  return scope.every ? 'true' : `k.published and exists (${affectedDeployments(scope, bind)})`
}

/** The condition that `known_issues k` affects a deployment of the account. */
export function affectsAccount(accountId: number, bind: BindParameter): string {
  return `exists (${affectedDeployments({ every: false, accounts: [accountId] }, bind)})`
}

/** Deployments `d` of accounts `a` within the scope with a version that `known_issues k` affects; `columns` of them. */
export function affectedDeployments({ accounts }: KnownIssueScope, bind: BindParameter, columns = ''): string {
  const within = accounts === 'all' ? 'true' : `d.account_id = any(${bind(accounts)}::bigint[])`
  return `select ${columns} from deployments d join accounts a on a.id = d.account_id and a.deleted_at is null where ${within} and d.version = k.product and version_in_range(d.software_version, k.affected)`
}
