import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import { directionOf } from '#kit/server/list/find-page.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { DistributionGroup } from '../contract.ts'

type Page = { readonly limit: number; readonly offset: number; readonly descending: boolean }

/** The groups that meet a condition on `distribution_groups g`, by name. */
export async function findGroups(
  db: Database | Tx,
  where: RawBuilder<boolean>,
  { limit, offset, descending }: Page = { limit: 1, offset: 0, descending: false },
): Promise<DistributionGroup[]> {
  const { rows } = await sql<DistributionGroup>`
    select g.id::text as id, g.name, g.description, g.ring, g.version, ${isoSql('g.updated_at')} as updated,
      array(select a.name from distribution_group_accounts x join accounts a on a.id = x.account_id
        where x.group_id = g.id and a.deleted_at is null order by a.name) as accounts
    from distribution_groups g where ${where} order by g.name collate "und-x-icu" ${directionOf(descending)}, g.id
    limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** How many groups there are, and when one was changed last. */
export async function countGroups(db: Database): Promise<{ count: number; newest: Date | null }> {
  const { rows } = await sql<{ count: number; newest: Date | null }>`
    select count(*)::int as count, max(updated_at) as newest from distribution_groups`.execute(db)
  return rows[0]!
}

/** Replaces the accounts of a group. */
export async function setAccounts(tx: Tx, id: number, names: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from accounts where name = any(${[...names]}::text[]) and deleted_at is null`.execute(tx)
  const unknown = names.find((name) => !rows.some((row) => row.name === name))
  if (unknown !== undefined) throwFieldProblem('accounts', `has an account that is not known: ${unknown}`)
  await sql`delete from distribution_group_accounts where group_id = ${id}`.execute(tx)
  await sql`
    insert into distribution_group_accounts (group_id, account_id) select ${id}, unnest(${rows.map((row) => row.id)}::bigint[])`.execute(
    tx,
  )
}
