import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { inAccounts } from '#kit/server/visible.ts'
import type { TrackerConfig, TrackerPlugin, TrackerSystemName, TrackerTarget } from '../contract.ts'

type Accounts = 'all' | readonly number[]
/** The account of a config, and the version of its settings. */
export type TrackedAccount = {
  readonly id: number
  readonly name: string
  readonly displayName: string
  readonly target: TrackerTarget
  readonly version: number
}

const among = (accounts: Accounts) => inAccounts(accounts, 'a.id')
/** What they are kept in step with; the portal alone by default. */
const target = sql`coalesce(t.target, 'embedded')`
const version = sql`coalesce(t.version, 1)`
const targets = sql`left join tracker_targets t on t.account_id = a.id`

/** `TrackerConfig` of the project `p` of the account `a`, with its connection `c` and its job `j`. */
const config = sql`json_build_object('account', a.name, 'system', p.system, 'projectKey', p.project_key, 'projectLabel', p.project_label,
  'targetSystem', ${target}, 'connection', c.id, 'edition', case when p.system = 'jira' and c.id is not null then
    case c.system when 'jira-data-center' then 'data-center' else 'cloud' end end, 'url', c.settings->>'url', 'username', c.settings->>'username',
  'secretSet', coalesce('secret' = any(c.secrets_set), false), 'interval', p.interval_seconds, 'statusMap', p.status_map, 'fieldMap', p.field_map,
  'priorityMap', p.priority_map, 'typeMap', p.type_map,
  'lastPoll', ${isoSql('p.polled_at')}, 'sync', case when p.sync_started_at is not null then json_build_object('job', p.job_id::text,
    'state', coalesce(j.state, 'DONE'), 'error', j.error, 'total', p.sync_total, 'read', p.sync_read, 'created', p.sync_created,
    'startedAt', ${isoSql('p.sync_started_at')}, 'finishedAt', ${isoSql('p.sync_finished_at')}) end, 'version', ${version})`
const connectionJoin = sql`left join connections c on c.account_id = p.account_id and c.port = p.system left join jobs j on j.id = p.job_id`

/** The configs of accounts with a system. */
export async function findTrackerConfigs(
  db: Database | Tx,
  accounts: Accounts,
  system: TrackerSystemName,
): Promise<TrackerConfig[]> {
  const { rows } = await sql<{ config: TrackerConfig }>`
    select ${config} as config from accounts a ${targets} join tracker_projects p on p.account_id = a.id ${connectionJoin}
    where a.deleted_at is null and p.system = ${system} and ${among(accounts)} order by a.name`.execute(db)
  return rows.map((row) => row.config)
}

/** The trackers of accounts. */
export async function findTrackerPlugins(db: Database | Tx, accounts: Accounts): Promise<TrackerPlugin[]> {
  const { rows } = await sql<{ plugin: TrackerPlugin }>`
    select json_build_object('account', a.name, 'accountDisplayName', a.display_name, 'target', ${target},
      'configs', (select coalesce(json_agg(${config} order by p.system), '[]') from tracker_projects p ${connectionJoin} where p.account_id = a.id),
      'waiting', q.waiting, 'waitingCases', q.cases, 'failed', q.failed, 'version', ${version}) as plugin
    from accounts a ${targets} cross join lateral (select count(*) filter (where o.state = 'WAITING') as waiting,
        count(distinct o.subject) filter (where o.state = 'WAITING') as cases, count(*) filter (where o.state = 'FAILED') as failed
      from outbox o where o.connection = ${target} || ':' || a.name and o.state in ('WAITING','FAILED')) q
    where a.deleted_at is null and ${among(accounts)} order by a.name`.execute(db)
  return rows.map((row) => row.plugin)
}

/** Locks the target of an account, which is created where there is none. */
export async function lockTarget(tx: Tx, accountId: number): Promise<TrackedAccount> {
  await sql`insert into tracker_targets (account_id) values (${accountId}) on conflict do nothing`.execute(tx)
  const { rows } = await sql<TrackedAccount>`
    select a.id, a.name, a.display_name as "displayName", t.target, t.version
    from tracker_targets t join accounts a on a.id = t.account_id where t.account_id = ${accountId} for update of t`.execute(
    tx,
  )
  return rows[0]!
}

/** Gives an account another target; raises the version of its settings. */
export async function storeTarget(tx: Tx, accountId: number, target: TrackerTarget): Promise<void> {
  await sql`
    update tracker_targets set target = ${target}, version = version + 1, updated_at = now()
    where account_id = ${accountId}`.execute(tx)
}
