import { sql } from 'kysely'
import type { EventType } from '#kit/contract/event.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { requirePermission } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import { manageTeams, teamProblems, type WatcherType } from '../contract.ts'
import { isSystemTeam } from './system-teams.ts'
import { visibleTeams } from './team-scope.ts'

/** A team as commands read it. */
export type StoredTeam = {
  readonly id: number
  readonly ownerType: 'VENDOR' | 'CUSTOMER'
  readonly accountId: number | null
  readonly account: string | null
  readonly name: string
  readonly displayName: string
  readonly watcherType: WatcherType
  readonly version: number
}

const columns = sql`t.id, t.owner_type as "ownerType", t.account_id as "accountId", (select a.name from accounts a where a.id = t.account_id) as account,
  t.name, t.display_name as "displayName", t.watcher_type as "watcherType", t.version`

type Caller = { readonly session: Session }

/** The team of that id, which the caller may change; 404 where they do not see it, 409 for a system team. */
export async function managedTeam(
  db: Database | Tx,
  call: Caller,
  id: string,
  { lock = false } = {},
): Promise<StoredTeam> {
  if (isSystemTeam(id)) throwProblem(teamProblems['team-read-only'])
  const { rows } = /^\d{1,15}$/.test(id)
    ? await sql<StoredTeam>`
        select ${columns} from teams t where t.id = ${id}::bigint and ${visibleTeams(call.session)} ${lock ? sql`for update of t` : sql``}`.execute(
        db,
      )
    : { rows: [] }
  const team = rows[0] ?? throwProblem(teamProblems['team-not-found'])
  requireManager(call, team.account)
  return team
}

/** Rejects callers who may not manage the teams of the account, or, for null, those of the vendor. */
export function requireManager(call: Caller, account: string | null): void {
  requirePermission(call, manageTeams, account ?? '*')
}

/** The event type for a team: events of vendor teams are for vendor staff. */
export function eventFor<Kind extends EventType>(team: Pick<StoredTeam, 'ownerType'>, kind: Kind): Kind {
  return team.ownerType === 'VENDOR' ? { ...kind, audience: 'vendor' } : kind
}
