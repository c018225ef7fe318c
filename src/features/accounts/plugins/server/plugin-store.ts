import { type RawBuilder, sql } from 'kysely'
import { stateSql } from '#features/platform/connections/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { findPage } from '#kit/server/list/find-page.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { inAccounts } from '#kit/server/visible.ts'
import { type PluginConfiguration, type PluginDetails, pluginNames } from '../contract.ts'
import { embeddedPluginNames } from './embedded-plugins.ts'

type AccountScope = 'all' | readonly number[]
/** The names of systems for users. */
export type SystemNames = Readonly<Record<string, string>>

const isEmbedded = sql`p.name = any(${embeddedPluginNames}::text[])`
const state = sql`case when c.id is null and ${isEmbedded} then 'STARTED' else ${stateSql()} end`
const system = sql`case when c.id is null and ${isEmbedded} then 'embedded' else c.system end`
/** The connection `c` of the plugin `p` in the account `a`: its own, else the one of all accounts; with its status. */
const connection = sql`left join lateral (select k.id, k.system from connections k
    where k.port = p.name and (k.account_id = a.id or k.account_id is null) order by k.account_id nulls last limit 1) c on true
  left join connection_status s on s.connection = c.id`
const health = sql`case when c.id is not null then (
  select jsonb_build_object('id', c.id, 'lastSuccess', ${isoSql('s.last_success_at')}, 'disconnectedSince', ${isoSql('s.circuit_open_since')},
    'failing', coalesce(s.last_failure_at > coalesce(s.last_success_at, '-infinity'), false),
    'waiting', count(*) filter (where o.state = 'WAITING'), 'failed', count(*) filter (where o.state = 'FAILED'))
  from outbox o where o.connection = c.id and o.state in ('WAITING', 'FAILED')) end`

/** The tools of one account in the order of the contract; empty when the account is not visible. */
export async function findPlugins(
  db: Database,
  scope: AccountScope,
  { accountId, systems, aggregated }: { accountId: number; systems: SystemNames; aggregated: readonly string[] },
): Promise<PluginDetails[]> {
  const { rows } = await sql<{ plugin: PluginDetails }>`
    select jsonb_build_object('name', p.name, 'accountName', a.name, 'accountId', a.id::text, 'state', ${state}, 'system', ${system},
      'items', case when c.id is null then r.items end, 'refreshedAt', case when c.id is null then ${isoSql('r.refreshed_at')} end, 'connection', ${health},
      'children', case when p.name = any(${[...aggregated]}::text[]) then ${ofChildren(scope)} end,
      'job', case when j.state <> 'DONE' then jsonb_build_object('id', j.id::text, 'state', j.state, 'error', j.error) end) as plugin
    from accounts a cross join unnest(${pluginNames}::text[]) with ordinality as p(name, place) ${connection}
      left join account_plugins r on r.account_id = a.id and r.name = p.name
      left join jobs j on j.id = r.job_id
    where a.id = ${accountId} and ${isSeen(scope)} order by p.place`.execute(db)
  return rows.map(({ plugin: { connection: found, ...plugin } }) => {
    const systemName = systems[plugin.system ?? ''] ?? plugin.system ?? ''
    return { ...plugin, connection: found && { ...found, systemName } }
  })
}

/** What the plugin `p` says of the visible children of the account `a` in all; null where there are none. */
function ofChildren(scope: AccountScope): RawBuilder<unknown> {
  return sql`(select jsonb_build_object('accounts', count(*), 'items', sum(cr.items), 'failing', count(*) filter (where cs.last_failure_at > coalesce(cs.last_success_at, '-infinity')),
      'waiting', coalesce(sum(q.waiting), 0), 'failed', coalesce(sum(q.failed), 0))
    from accounts ch left join account_plugins cr on cr.account_id = ch.id and cr.name = p.name
      left join connections cc on cc.account_id = ch.id and cc.port = p.name left join connection_status cs on cs.connection = cc.id
      left join lateral (select count(*) filter (where o.state = 'WAITING') as waiting, count(*) filter (where o.state = 'FAILED') as failed
        from outbox o where o.connection = cc.id and o.state in ('WAITING', 'FAILED')) q on true
    where ch.parent_id = a.id and ch.deleted_at is null and ${inAccounts(scope, 'ch.id')}
    having count(*) > 0)`
}

type Window = { readonly page: number; readonly size: number; readonly order: RawBuilder<unknown> }

/** A page of the installed tools of the visible accounts, and the total. */
export async function findConfigurations(db: Database, scope: AccountScope, { page, size, order }: Window) {
  const from = sql`from accounts a cross join unnest(${pluginNames}::text[]) as p(name) ${connection}
    where ${isSeen(scope)} and (${isEmbedded} or c.id is not null)`
  return findPage<PluginConfiguration>(db, {
    page,
    size,
    rows: sql<PluginConfiguration>`
      select p.name, a.name as "accountName", a.id::text as "accountId", ${state} as state, ${system} as system
      ${from} order by ${order}, a.name, p.name`,
    of: from,
  })
}

function isSeen(scope: AccountScope): RawBuilder<unknown> {
  return sql`a.deleted_at is null and ${inAccounts(scope, 'a.id')}`
}
