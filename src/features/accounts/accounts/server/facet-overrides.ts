import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import type { FacetValue } from '../contract.ts'

/** The limit of an account by override or by plan, as an SQL fragment; null = no limit. */
export function effectiveLimit(accountId: RawBuilder<unknown> | number, facet: string): RawBuilder<number | null> {
  return sql`(select e.number_value from effective_facets e where e.account_id = ${accountId} and e.facet = ${facet})`
}

/** SQL of a facet's value as JSON; the columns are those of `row`. */
export function facetValueJson(row: string): string {
  return `case when ${row}.number_value is not null or ${row}.is_infinity
      then json_build_object('isInfinity', ${row}.is_infinity, 'numberValue', coalesce(${row}.number_value, ${Number.MAX_SAFE_INTEGER}))
    when ${row}.boolean_value is not null then json_build_object('booleanValue', ${row}.boolean_value)
    when ${row}.list_value is not null then json_build_object('listValue', ${row}.list_value) end`
}

/** The override of an account in place of its plan's value; null = no override. */
export async function overrideOf(tx: Tx | Database, accountId: number, facet: string): Promise<FacetValue | null> {
  const { rows } = await sql<{ value: FacetValue }>`
    select ${sql.raw(facetValueJson('o'))} as value from facet_overrides o join facets f on f.id = o.facet_id
    where o.account_id = ${accountId} and f.name = ${facet}`.execute(tx)
  return rows[0]?.value ?? null
}

/**
 * Sets the override of an account, or removes it with null; returns it as it was and as it is. Lock the account's
 * subscription first.
 */
export async function setOverride(
  tx: Tx,
  accountId: number,
  facet: string,
  value: FacetValue | null,
): Promise<readonly [before: FacetValue | null, after: FacetValue | null]> {
  const before = await overrideOf(tx, accountId, facet)
  await storeOverride(tx, accountId, facet, value)
  return [before, await overrideOf(tx, accountId, facet)]
}

async function storeOverride(tx: Tx, accountId: number, facet: string, value: FacetValue | null): Promise<void> {
  if (value === null) {
    await sql`
      delete from facet_overrides where account_id = ${accountId} and facet_id = (select id from facets where name = ${facet})`.execute(
      tx,
    )
    return
  }
  const { is_infinity, number_value, boolean_value, list_value } = facetColumns(value)
  await sql`
    insert into facet_overrides (account_id, facet_id, is_infinity, number_value, boolean_value, list_value)
    select ${accountId}, id, ${is_infinity}, ${number_value}, ${boolean_value}, ${list_value} from facets where name = ${facet}
    on conflict (account_id, facet_id) do update set is_infinity = excluded.is_infinity, number_value = excluded.number_value,
      boolean_value = excluded.boolean_value, list_value = excluded.list_value`.execute(tx)
}

/** A value as the columns of its tables store it. */
export function facetColumns({ isInfinity = false, numberValue, booleanValue, listValue }: FacetValue) {
  return {
    is_infinity: isInfinity,
    number_value: isInfinity ? null : (numberValue ?? null),
    boolean_value: booleanValue ?? null,
    list_value: listValue ?? null,
  }
}

/** Locks the subscription of an account until the transaction ends: other changes that count against a limit wait. */
export async function lockSubscription(tx: Tx, accountId: number): Promise<void> {
  await sql`select id from subscriptions where account_id = ${accountId} for update`.execute(tx)
}
