import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { type PluginConfiguration, type PluginDetails, pluginNames } from '../contract.ts'
import { installed } from './embedded-plugins.ts'

type Seen = 'all' | readonly number[]

const state = sql`case when p.name = any(${installed}::text[]) then 'STARTED' else 'NOT_INSTALLED' end`
const system = sql`case when p.name = any(${installed}::text[]) then 'embedded' end`

/** The tools of one account in the order of the contract; empty when the account is not visible. */
export async function findPlugins(db: Database, seen: Seen, accountName: string): Promise<PluginDetails[]> {
  const { rows } = await sql<{ plugin: PluginDetails }>`
    select jsonb_build_object('name', p.name, 'accountName', a.name, 'accountId', a.id::text, 'state', ${state}, 'system', ${system},
      'items', s.items, 'refreshedAt', ${isoSql('s.refreshed_at')},
      'job', case when j.state <> 'DONE' then jsonb_build_object('id', j.id::text, 'state', j.state, 'error', j.error) end) as plugin
    from accounts a cross join unnest(${pluginNames}::text[]) with ordinality as p(name, place)
      left join account_plugins s on s.account_id = a.id and s.name = p.name
      left join jobs j on j.id = s.job_id
    where a.name = ${accountName} and ${isSeen(seen)} order by p.place`.execute(db)
  return rows.map(({ plugin }) => plugin)
}

type Window = { readonly page: number; readonly size: number; readonly order: RawBuilder<unknown> }

/** A page of the installed tools of the visible accounts, and the total. */
export async function findConfigurations(
  db: Database,
  seen: Seen,
  { page, size, order }: Window,
): Promise<{ rows: PluginConfiguration[]; count: number }> {
  const from = sql`from accounts a cross join unnest(${installed}::text[]) as p(name)
    where ${isSeen(seen)}`
  const [rows, total] = await Promise.all([
    sql<PluginConfiguration>`
      select p.name, a.name as "accountName", a.id::text as "accountId", ${state} as state, ${system} as system
      ${from} order by ${order}, a.name, p.name limit ${size} offset ${page * size}`.execute(db),
    sql<{ count: number }>`select count(*) as count ${from}`.execute(db),
  ])
  return { rows: rows.rows, count: total.rows[0]!.count }
}

function isSeen(seen: Seen): RawBuilder<unknown> {
  return sql`a.deleted_at is null and ${seen === 'all' ? sql`true` : sql`a.id = any(${seen}::bigint[])`}`
}
