import { type RawBuilder, sql } from 'kysely'
import { endSessionsOf } from '#features/access/sessions/server/index.ts'
import { deleteApiTokens } from '#features/access/tokens/server/index.ts'
import { fillText } from '#kit/contract/problem.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { limitOf } from '#kit/server/list/find-page.ts'
import { actorOfRequest, type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import {
  accountEvents,
  accountProblems,
  type deleteAccount,
  deleteAccounts,
  RESTORE_DAYS,
  type restoreAccount,
} from '../contract.ts'
import { pageTexts } from '../texts.ts'
import { accountReply, lockAccount, lockDeletedAccount, withVersionBump } from './stored-account.ts'

const SHOWN = 5

/**
 * Deletes an account without dependents. Its users without another role are signed out, and their tokens are deleted.
 */
export async function remove(call: CommandContext<typeof deleteAccount>): Promise<undefined> {
  const { tx, session, params, request } = call
  const account = await lockAccount(tx, session, params.id, deleteAccounts)
  requireVersion(call, account.version)
  await requireUnused(tx, account.id)
  await tx
    .updateTable('accounts')
    .set({ deleted_at: sql<Date>`now()`, ...withVersionBump })
    .where('id', '=', account.id)
    .execute()
  const users = await usersWithoutOtherRoles(tx, account.id)
  for (const userId of users) {
    await endSessionsOf(tx, { userId, why: 'account-deleted', actor: actorOfRequest(request) })
    await deleteApiTokens(tx, { userId })
  }
  const data = { name: account.name, users: users.length }
  await call.record(accountEvents.deleted, { account: account.id, subject: account.id, data })
  return undefined
}

/** Restores an account with its users and their roles, but not their tokens. */
export async function restore(call: CommandContext<typeof restoreAccount>) {
  const { tx, params } = call
  const account = await lockDeletedAccount(tx, params.id)
  if (account.deletedAt.getTime() < Date.now() - RESTORE_DAYS * 86_400_000)
    throwProblem(accountProblems['account-restore-too-late'])
  await tx
    .updateTable('accounts')
    .set({ deleted_at: null, ...withVersionBump })
    .where('id', '=', account.id)
    .execute()
  await call.record(accountEvents.restored, { account: account.id, subject: account.id, data: { name: account.name } })
  return accountReply(tx, call.session, account.id)
}

/** Deleted accounts that can still be restored, and how many. */
export async function findDeleted(db: Database, { page, size }: { page: number; size: number }) {
  const { rows } = await sql<{
    id: string
    name: string
    displayName: string
    deletedAt: string
    erasedAfter: string
    count: number
  }>`
    select id::text as id, name, display_name as "displayName", ${isoSql('deleted_at')} as "deletedAt",
      ${isoSql(`deleted_at + make_interval(days => ${RESTORE_DAYS})`)} as "erasedAfter", count(*) over () as count
    from accounts where deleted_at > now() - make_interval(days => ${sql.lit(RESTORE_DAYS)}) and erased_at is null
    order by deleted_at desc, id ${limitOf({ page, size })}`.execute(db)
  return { rows: rows.map(({ count: _, ...row }) => row), count: rows[0]?.count ?? 0 }
}

/** Users who would be left without any role. */
export async function usersWithoutOtherRoles(tx: Tx, accountId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct g.user_id as id from role_grants g where g.account_id = ${accountId} and not exists (
      select 1 from role_grants o left join accounts a on a.id = o.account_id
      where o.user_id = g.user_id and o.account_id is distinct from g.account_id and a.deleted_at is null) order by 1`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

async function requireUnused(tx: Tx, id: number): Promise<void> {
  const ask = (query: RawBuilder<{ name: string }>) =>
    query.execute(tx).then(({ rows }) => rows.map(({ name }) => name))
  const children = await ask(sql`select name from accounts where parent_id = ${id} and deleted_at is null order by 1`)
  const open = (outage: boolean) =>
    ask(
      sql`select key as name from cases where account_id = ${id} and is_open and (type = 'OUTAGE') = ${outage} order by id desc`,
    )
  const uses = { children, cases: await open(false), outages: await open(true) }
  const why = (Object.keys(uses) as (keyof typeof uses)[])
    .filter((kind) => uses[kind].length > 0)
    .map((kind) => fillText(pageTexts.inUse[kind], { [kind]: shortList(uses[kind]) }))
  if (why.length > 0) throwProblem(accountProblems['account-in-use'], { why: why.join('; ') })
}

function shortList(names: readonly string[]): string {
  const rest = names.length - SHOWN
  return names.slice(0, SHOWN).join(', ') + (rest > 0 ? fillText(pageTexts.andMore, { count: rest }) : '')
}
