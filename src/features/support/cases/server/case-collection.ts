import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import type { CaseScope } from '#features/support/case-access/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { buildSql, type Run } from '#kit/server/statement.ts'

/** What a list covers: the scope narrowed to the requested accounts, and a tag that changes with anything it shows. */
export type ListScope = { readonly scope: CaseScope; readonly etag: string }

/**
 * Narrows the scope to the named accounts (404 for one that does not exist or is not visible) and reads, in one tiny
 * query, the version of what is left: every write to a case raises the version of its account's collection.
 */
export async function resolveListScope(
  run: Run,
  session: Session,
  scope: CaseScope,
  accounts: readonly string[] | undefined,
): Promise<ListScope> {
  if (!accounts?.length) {
    const ids = scope.whole === 'all' ? null : [...scope.whole, ...scope.limited]
    const [row] = await run<{ versions: number; reader: number }>(
      buildSql(
        (bind) => `select coalesce(sum(version), 0)::bigint as versions, ${readerVersion(bind(scope.userId))} as reader
        from case_list_versions ${ids ? `where account_id = any(${bind(ids)}::bigint[])` : ''}`,
      ),
    )
    return { scope, etag: etagOf(session, [row!.versions, row!.reader]) }
  }
  const accountNames = [...new Set(accounts)]
  const rows = await run<{ id: number; version: number; reader: number }>(
    buildSql(
      (bind) => `select a.id, v.version, ${readerVersion(bind(scope.userId))} as reader
      from accounts a join case_list_versions v on v.account_id = a.id where a.name = any(${bind(accountNames)}::text[]) and a.deleted_at is null order by a.id`,
    ),
  )
  const ids = rows.map(({ id }) => id)
  const narrowScope = narrowedTo(scope, ids)
  const visible = narrowScope.whole.length + narrowScope.limited.length
  if (ids.length < accountNames.length || visible < ids.length)
    throwProblem(accountProblems['account-not-found'], { name: accountNames.join(', ') })
  return {
    scope: narrowScope,
    etag: etagOf(
      session,
      rows.flatMap(({ id, version, reader }) => [id, version, reader]),
    ),
  }
}

/** Raises the version of the account's collection of cases, so that cached lists in browsers are stale. */
export async function bumpListVersion(tx: Tx, accountId: number): Promise<void> {
  await sql`update case_list_versions set version = version + 1, updated_at = now() where account_id = ${accountId}`.execute(
    tx,
  )
}

/** The same for several accounts in one statement, locked in their order, so that two transactions never deadlock. */
export async function bumpListVersions(tx: Tx, accountIds: readonly number[]): Promise<void> {
  await sql`
    update case_list_versions v set version = v.version + 1, updated_at = now()
    from (select account_id from case_list_versions where account_id = any(${accountIds}::bigint[]) order by account_id for update) l
    where v.account_id = l.account_id`.execute(tx)
}

function narrowedTo(scope: CaseScope, ids: readonly number[]): CaseScope & { readonly whole: readonly number[] } {
  const among = (accounts: 'all' | readonly number[]) =>
    accounts === 'all' ? ids : ids.filter((id) => accounts.includes(id))
  return { ...scope, whole: among(scope.whole), limited: among(scope.limited) }
}

function readerVersion(userId: string): string {
  return `coalesce((select version from case_readers where user_id = ${userId}), 0)::bigint`
}

function etagOf(session: Session, versions: readonly number[]): string {
  const text = `${session.userId} ${session.version} ${versions.join(' ')}`
  return `"${createHash('sha1').update(text).digest('base64url')}"`
}
