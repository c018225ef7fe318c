import { sql } from 'kysely'
import type pg from 'pg'
import { type CaseScope, products, scopeCondition } from '#features/support/case-access/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { buildSql, preparedRun } from '#kit/server/statement.ts'

type Option = { value: string; label: string; hint: string | null }

/** Products for which cases are filed, as the vendor lists them. */
export function productOptions(): Option[] {
  return products.map(({ name, what }) => ({ value: name, label: name, hint: what }))
}

/** Versions of a product, or of all. */
export function versionOptions(product: string | undefined): Option[] {
  return products
    .filter(({ name }) => product === undefined || name === product)
    .flatMap(({ name, versions }) => versions.map((version) => ({ value: version, label: version, hint: name })))
}

/** Labels in use on the customer side that the caller may see, the most used first. */
export async function labelOptions(pool: pg.Pool, scope: CaseScope): Promise<Option[]> {
  return preparedRun(pool)<Option>(
    buildSql(
      (bind) => `select label as value, label, null as hint from (
        select c.labels from cases c where not c.internal and ${scopeCondition(scope, bind)} order by c.updated_at desc limit 5000
      ) recent, unnest(recent.labels) as label group by label order by count(*) desc, label limit 100`,
    ),
  )
}

/** Deployments of an account. */
export async function deploymentOptions(db: Database, accountId: number): Promise<Option[]> {
  const { rows } = await sql<Option>`
    select id::text as value, name as label, concat_ws(' ', version, software_version) as hint from deployments where account_id = ${accountId} order by name`.execute(
    db,
  )
  return rows
}
