import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { type Connection, connectionProblems } from '../contract.ts'
import type { ConnectionPorts } from './adapter.ts'
import { simulatable } from './simulated-faults.ts'

type Row = Omit<Connection, 'systemName' | 'fields' | 'failing' | 'canReplay' | 'simulatableFaults'> & {
  readonly accountId: number | null
}

const columns = sql.raw(
  ['id', 'port', 'account_id', 'system', 'settings', 'secrets_set', 'label', 'address', 'is_enabled', 'polled_at']
    .concat('next_poll_at', 'settings_path')
    .join(', '),
)
const storedConnections = sql`select id, port, account_id, system, settings, secrets_set, null as label, null as address, true as is_enabled,
  null::timestamptz as polled_at, null::timestamptz as next_poll_at, null as settings_path from connections`

/** The state of the connection `c` with its status `s`; null columns of `c` are an absent connection. */
export function stateSql(isEnabled: RawBuilder<unknown> = sql`true`): RawBuilder<string> {
  return sql`case when c.id is null then 'NOT_INSTALLED'
    when not ${isEnabled} or exists (select from outbox_paused p where p.connection = c.id) then 'STOPPED'
    when s.works then 'STARTED' else 'INSTALLED' end`
}

/** The connections for which `where` holds (of `c`, and its account `a`), ordered by port and account. */
export async function connectionsWhere(
  db: Database | Tx,
  ports: ConnectionPorts,
  where: RawBuilder<unknown>,
): Promise<Connection[]> {
  const sources = ports.sources.map(
    ({
      port,
      rows,
    }) => sql` union all select r.id, ${port}, null, r.system, '{}', '{}', r.label, r.address, r.is_enabled,
      r.polled_at, r.next_poll_at, r.settings_path from (${rows}) r`,
  )
  const { rows } = await sql<{ connection: Row }>`
    with c (${columns}) as (${storedConnections}${sql.join(sources, sql``)})
    select json_build_object('id', c.id, 'port', c.port, 'system', c.system, 'label', c.label, 'address', c.address,
      'account', case when a.id is not null then json_build_object('id', a.id::text, 'name', a.name, 'displayName', a.display_name) end,
      'state', ${stateSql(sql`c.is_enabled`)}, 'settings', c.settings, 'secretsSet', c.secrets_set,
      'settingsPath', c.settings_path, 'lastSuccess', ${isoSql('s.last_success_at')}, 'lastFailure', case when s.last_failure_at is not null then
        json_build_object('at', ${isoSql('s.last_failure_at')}, 'text', s.failure, 'fault', s.fault, 'status', s.failure_status) end,
      'contractChanges', (select count(*) from connection_shapes h cross join lateral jsonb_object_keys(h.changes) where h.connection = c.id),
      'simulatedFault', s.simulated_fault, 'waiting', q.waiting, 'failed', q.failed, 'circuitOpenSince', ${isoSql('s.circuit_open_since')},
      'circuitRetryAt', case when s.circuit_open_since is not null then ${isoSql('s.retry_at')} end,
      'limit', case when s.rate_burst is not null then json_build_object('perSecond', s.rate_per_second, 'burst', s.rate_burst, 'left',
        greatest(0, s.rate_burst - ceil(greatest(0, coalesce(extract(epoch from s.next_call_at - now()), 0)) * s.rate_per_second))::int) end,
      'quota', case when s.quota_left is not null then json_build_object('limit', s.quota_limit, 'left', s.quota_left, 'at', ${isoSql('s.quota_at')}) end,
      'lastPoll', ${isoSql('c.polled_at')}, 'nextPoll', ${isoSql('c.next_poll_at')}, 'version', coalesce(s.version, 1)) as connection
    from c left join accounts a on a.id = c.account_id left join connection_status s on s.connection = c.id
      cross join lateral (select count(*) filter (where o.state = 'WAITING') as waiting, count(*) filter (where o.state = 'FAILED') as failed
        from outbox o where o.connection = c.id and o.state in ('WAITING', 'FAILED')) q
    where (c.account_id is null or a.deleted_at is null) and ${where} order by c.port, a.display_name nulls first, c.label`.execute(
    db,
  )
  return rows.map(({ connection }) => connectionOfRow(ports, connection))
}

/** One connection; 404 when there is none. */
export async function connectionOf(db: Database | Tx, ports: ConnectionPorts, id: string): Promise<Connection> {
  const [connection] = await connectionsWhere(db, ports, sql`c.id = ${id}`)
  return connection ?? throwProblem(connectionProblems['connection-not-found'])
}

/** The same for commands: other commands on it wait until the transaction ends. */
export async function lockedConnection(tx: Tx, ports: ConnectionPorts, id: string): Promise<Connection> {
  await connectionOf(tx, ports, id)
  await lockStatus(tx, id)
  return connectionOf(tx, ports, id)
}

/** Locks the status of a connection; returns whether a call succeeded since its settings were saved. */
export async function lockStatus(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ works: boolean }>`
    insert into connection_status (connection) values (${id})
    on conflict (connection) do update set connection = excluded.connection returning works`.execute(tx)
  return rows[0]!.works
}

/** The account of a connection, for events; null where it is shared. */
export async function accountOfConnection(db: Database | Tx, id: string): Promise<number | null> {
  const row = await db.selectFrom('connections').select('account_id').where('id', '=', id).executeTakeFirst()
  return row?.account_id ?? null
}

function connectionOfRow({ adapters, sources, simulates }: ConnectionPorts, row: Row): Connection {
  const { port, system, settings, lastSuccess, lastFailure } = row
  const adapter = adapters.find((one) => one.port === port && one.system === system)
  const source = sources.find((one) => one.port === port)
  const address = adapter?.fields.find(({ type }) => type === 'url')
  return {
    ...row,
    systemName: adapter?.name ?? source?.systems[system] ?? system,
    address: row.address ?? (address ? (settings[address.name] ?? null) : null),
    fields: adapter ? fieldsOf(adapter.fields) : null,
    canReplay: adapter?.replays === true,
    simulatableFaults: simulates ? simulatable(adapter) : [],
    failing: lastFailure !== null && (lastSuccess === null || lastSuccess < lastFailure.at),
  }
}

/** An adapter's fields as the API shows them. */
export function fieldsOf(fields: ConnectionPorts['adapters'][number]['fields']): NonNullable<Connection['fields']> {
  return fields.map(({ required = false, help = null, choices = [], ...field }) => ({
    ...field,
    required,
    help,
    choices: [...choices],
  }))
}
