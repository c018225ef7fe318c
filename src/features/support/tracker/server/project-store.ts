import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import type { MappedField, TrackerSystemName } from '../contract.ts'
import type { NewIssue, Priority } from './tracker.ts'

/** The project of an account in a tracker, and how cases are mapped to it. */
export type TrackerProject = {
  readonly accountId: number
  readonly account: string
  readonly system: TrackerSystemName
  readonly projectKey: string
  readonly projectLabel: string
  readonly interval: number
  readonly statusMap: Readonly<Record<string, string>>
  readonly fieldMap: Readonly<Partial<Record<MappedField, string>>>
  readonly priorityMap: Readonly<Partial<Record<Priority, string>>>
  readonly typeMap: Readonly<Partial<Record<NewIssue['type'], string>>>
  readonly configuredBy: number | null
  readonly readUntil: Date | null
}

const columns = sql`p.account_id as "accountId", a.name as account, p.system, p.project_key as "projectKey", p.project_label as "projectLabel",
  p.interval_seconds as interval, p.status_map as "statusMap", p.field_map as "fieldMap",
  p.priority_map as "priorityMap", p.type_map as "typeMap", p.configured_by as "configuredBy", p.read_until as "readUntil"`

/** The project of a connection (`{system}:{account}`); undefined where none is set. */
export async function projectOf(db: Database | Tx, connection: string): Promise<TrackerProject | undefined> {
  const [system, account] = [
    connection.slice(0, connection.indexOf(':')),
    connection.slice(connection.indexOf(':') + 1),
  ]
  const { rows } = await sql<TrackerProject>`
    select ${columns} from tracker_projects p join accounts a on a.id = p.account_id
    where a.name = ${account} and p.system = ${system}`.execute(db)
  return rows[0]
}

/** Stores the project with its mapping; what is not given keeps its value. */
export async function storeProject(
  tx: Tx,
  of: { accountId: number; system: TrackerSystemName; userId: number },
  projectInput: {
    projectKey: string
    projectLabel: string
    interval?: number | undefined
    statusMap?: object | undefined
    fieldMap?: object | undefined
    priorityMap?: object | undefined
    typeMap?: object | undefined
  },
): Promise<void> {
  const json = (value: object | undefined) => (value ? JSON.stringify(withoutEmpty(value)) : null)
  await sql`
    insert into tracker_projects as p (account_id, system, project_key, project_label, interval_seconds, status_map, field_map,
      priority_map, type_map, configured_by)
    values (${of.accountId}, ${of.system}, ${projectInput.projectKey}, ${projectInput.projectLabel}, coalesce(${projectInput.interval ?? null}::integer, 300),
      coalesce(${json(projectInput.statusMap)}::jsonb, '{}'), coalesce(${json(projectInput.fieldMap)}::jsonb, '{}'),
      coalesce(${json(projectInput.priorityMap)}::jsonb, '{}'), coalesce(${json(projectInput.typeMap)}::jsonb, '{}'), ${of.userId})
    on conflict (account_id, system) do update set project_key = excluded.project_key, project_label = excluded.project_label,
      interval_seconds = coalesce(${projectInput.interval ?? null}::integer, p.interval_seconds),
      status_map = coalesce(${json(projectInput.statusMap)}::jsonb, p.status_map), field_map = coalesce(${json(projectInput.fieldMap)}::jsonb, p.field_map),
      priority_map = coalesce(${json(projectInput.priorityMap)}::jsonb, p.priority_map), type_map = coalesce(${json(projectInput.typeMap)}::jsonb, p.type_map),
      configured_by = excluded.configured_by, updated_at = now(),
      read_until = case when p.project_key = excluded.project_key then p.read_until end`.execute(tx)
}

/** Only the names that were entered. */
export function withoutEmpty<Names extends object>(value: Names): Names {
  return Object.fromEntries(Object.entries(value).filter(([, text]) => text !== '')) as Names
}
