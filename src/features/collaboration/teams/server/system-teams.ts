import { sql } from 'kysely'
import { type Role, vendorRoles } from '#features/access/roles/contract.ts'
import type { accountIn } from '#features/accounts/accounts/server/index.ts'
import { fillText } from '#kit/contract/problem.ts'
import type { Database } from '#kit/server/database.ts'
import type { Team, TeamMember } from '../contract.ts'
import { MOST_MEMBERS } from '../contract.ts'
import { systemTeamsTexts } from '../texts.ts'
import { isActive } from './eligible.ts'

const SYSTEM = 'system-'
const everywhere: readonly [keyof typeof systemTeamsTexts, readonly Role[]][] = [
  ['staff', Object.keys(vendorRoles) as Role[]],
  ['noc', ['HARMONIC_NOC']],
  ['tac', ['HARMONIC_TAC_MANAGER']],
  ['csm', ['HARMONIC_CSM']],
  ['release', ['RELMGR', 'RELEASE_APPROVER']],
]

type SystemMember = { readonly team: string; readonly id: number; readonly username: string } & Pick<
  TeamMember,
  'fullName' | 'role'
>

/** Whether the id is that of a computed team. */
export function isSystemTeam(id: string): boolean {
  return id.startsWith(SYSTEM)
}

/** The teams that follow from roles; for an account also its managers and its customer-success manager. */
export async function systemTeams(
  db: Database,
  account: Awaited<ReturnType<typeof accountIn>> | undefined,
): Promise<Team[]> {
  const { rows } = await sql<SystemMember>`
    select distinct on (wanted.place, u.id) wanted.team, u.id, u.email as username, u.full_name as "fullName", held.role
    from (select team, roles, place from json_to_recordset(${JSON.stringify(
      everywhere.map(([team, roles], place) => ({ team, roles, place })),
    )}::json) as x(team text, roles text[], place int)) wanted
      join role_grants held on held.account_id is null and held.role = any(wanted.roles) join users u on u.id = held.user_id and ${isActive}
    union all
    select 'managers', u.id, u.email, u.full_name, g.role from role_grants g join users u on u.id = g.user_id and ${isActive}
    where g.account_id = ${account?.id ?? null} and g.role = 'MANAGER'
    union all
    select 'csmOf', u.id, u.email, u.full_name, 'HARMONIC_CSM' from accounts a join users u on u.id = a.csm_id and ${isActive} where a.id = ${account?.id ?? null}`.execute(
    db,
  )
  const kinds: (keyof typeof systemTeamsTexts)[] = [
    ...everywhere.map(([kind]) => kind),
    ...(account ? (['managers', 'csmOf'] as const) : []),
  ]
  return kinds.map((kind) => {
    const name = account && !everywhere.some(([one]) => one === kind) ? `${kind}-${account.id}` : kind
    const team = {
      id: SYSTEM + name,
      teamName: name,
      teamDisplayName: fillText(systemTeamsTexts[kind], { account: account?.displayName ?? '' }),
    }
    return {
      ...team,
      ownerType: 'SYSTEM',
      ownerNames: account ? [account.name] : [],
      issueWatcherType: 'NONE',
      version: 1,
      members: rows
        .filter((row) => row.team === kind)
        .slice(0, MOST_MEMBERS)
        .map((row) => memberOf(team, row)),
    }
  })
}

function memberOf(team: Pick<Team, 'id' | 'teamName' | 'teamDisplayName'>, member: SystemMember): TeamMember {
  const { id, username, fullName, role } = member
  return {
    id: `${team.id}-${id}`,
    username,
    fullName,
    role,
    teamId: team.id,
    teamName: team.teamName,
    teamDisplayName: team.teamDisplayName,
    issueWatcherType: 'NONE',
    isAsTeam: true,
    version: 1,
  }
}
