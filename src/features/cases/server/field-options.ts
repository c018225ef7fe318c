import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import products from './demo-data/products.json' with { type: 'json' }

type Option = { value: string; label: string; hint: string | null }

/** Products that cases are filed for, as the vendor lists them. */
export function productOptions(): Option[] {
  return products.map(({ name, what }) => ({ value: name, label: name, hint: what }))
}

/** Versions of a product, or of all. */
export function versionOptions(product: string | undefined): Option[] {
  return products
    .filter(({ name }) => product === undefined || name === product)
    .flatMap(({ name, versions }) => versions.map((version) => ({ value: version, label: version, hint: name })))
}

/** Labels in use on the customer side of the accounts, the most used first. */
export async function labelOptions(db: Database, accounts: 'all' | readonly number[]): Promise<Option[]> {
  const { rows } = await sql<Option>`
    select label as value, label, null as hint from (
      select labels from cases where not internal and ${accounts === 'all' ? sql`true` : sql`account_id = any(${[...accounts]}::bigint[])`}
      order by updated_at desc limit 5000
    ) recent, unnest(recent.labels) as label group by label order by count(*) desc, label limit 100`.execute(db)
  return rows
}

/** Deployments of an account. */
export async function deploymentOptions(db: Database, accountId: number): Promise<Option[]> {
  const { rows } = await sql<Option>`
    select id::text as value, name as label, concat_ws(' ', version, software_version) as hint from deployments where account_id = ${accountId} order by name`.execute(
    db,
  )
  return rows
}
