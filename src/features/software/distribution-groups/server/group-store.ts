import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import { directionOf, findPage } from '#kit/server/list/find-page.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { DistributionGroup } from '../contract.ts'

/** The groups that meet a condition on `distribution_groups g`. */
export async function findGroups(db: Database | Tx, where: RawBuilder<boolean>): Promise<DistributionGroup[]> {
  return (await groupsWhere(where).execute(db)).rows
}

/** A page of the groups, by name. */
export function findGroupPage(
  db: Database,
  { page, size, descending }: { page: number; size: number; descending: boolean },
) {
  const order = sql`order by g.name collate "und-x-icu" ${directionOf(descending)}, g.id`
  return findPage(db, {
    page,
    size,
    rows: sql<DistributionGroup>`${groupsWhere(sql`true`)} ${order}`,
    of: sql`from distribution_groups`,
    newest: sql`updated_at`,
  })
}

function groupsWhere(where: RawBuilder<unknown>): RawBuilder<DistributionGroup> {
  return sql<DistributionGroup>`
    select g.id::text as id, g.name, g.description, g.ring, g.version, ${isoSql('g.updated_at')} as updated,
      array(select a.name from distribution_group_accounts x join accounts a on a.id = x.account_id
        where x.group_id = g.id and a.deleted_at is null order by a.name) as accounts
    from distribution_groups g where ${where}`
}

/** Replaces the accounts of a group. */
export async function setAccounts(tx: Tx, id: number, names: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from accounts where name = any(${[...names]}::text[]) and deleted_at is null`.execute(tx)
  const unknownName = names.find((name) => !rows.some((row) => row.name === name))
  if (unknownName !== undefined) throwFieldProblem('accounts', `has an account that is not known: ${unknownName}`)
  await sql`delete from distribution_group_accounts where group_id = ${id}`.execute(tx)
  await sql`
    insert into distribution_group_accounts (group_id, account_id) select ${id}, unnest(${rows.map((row) => row.id)}::bigint[])`.execute(
    tx,
  )
}
