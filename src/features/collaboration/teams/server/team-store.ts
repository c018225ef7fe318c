import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { directionOf } from '#kit/server/list/find-page.ts'
import type { Team, TeamMember } from '../contract.ts'

/** The JSON of the membership `m` of the user `u` in the team `t`. */
export const memberJson = sql<TeamMember>`json_build_object('id', m.id::text, 'username', u.email, 'fullName', u.full_name,
  'role', (select g.role from role_grants g where g.user_id = u.id and (g.account_id is null or g.account_id = t.account_id
    or g.account_id = (select a.parent_id from accounts a where a.id = t.account_id)) order by g.account_id = t.account_id desc nulls last, g.role limit 1),
  'teamId', t.id::text, 'teamName', t.name, 'teamDisplayName', t.display_name,
  'issueWatcherType', coalesce(m.watcher_type, t.watcher_type), 'isAsTeam', m.watcher_type is null, 'version', m.version)`

const teamJson = sql<Team>`json_build_object('id', t.id::text, 'ownerType', t.owner_type,
  'ownerNames', array(select a.name from accounts a where a.id = t.account_id or a.id in (select x.account_id from team_accounts x where x.team_id = t.id) order by a.name),
  'teamName', t.name, 'teamDisplayName', t.display_name, 'issueWatcherType', t.watcher_type, 'version', t.version,
  'members', (select coalesce(json_agg(${memberJson} order by u.full_name collate "und-x-icu", u.id), '[]')
    from team_members m join users u on u.id = m.user_id where m.team_id = t.id and u.erased_at is null))`

type MemberRange = { readonly limit?: number; readonly offset?: number; readonly descending?: boolean }

/** The stored teams that meet a condition on `teams t`: those of customers first, then by name. */
export async function findTeams(
  db: Database | Tx,
  where: RawBuilder<boolean>,
  { limit = 1, offset = 0, descending = false }: MemberRange = {},
): Promise<Team[]> {
  const { rows } = await sql<{ team: Team }>`
    select ${teamJson} as team from (select * from teams t where ${where} and ${alive}
      order by t.owner_type, ${nameOrder(descending)} limit ${limit} offset ${offset}) t
    order by t.owner_type, ${nameOrder(descending)}`.execute(db)
  return rows.map(({ team }) => team)
}

/** How many stored teams meet the condition. */
export async function countTeams(db: Database, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from teams t where ${where} and ${alive}`.execute(db)
  return rows[0]!.count
}

/** The memberships that meet a condition on `teams t`, `team_members m` and `users u`. */
export async function findMembers(db: Database | Tx, where: RawBuilder<boolean>): Promise<TeamMember[]> {
  const { rows } = await sql<{ member: TeamMember }>`
    select ${memberJson} as member from team_members m join users u on u.id = m.user_id join teams t on t.id = m.team_id
    where u.erased_at is null and ${alive} and ${where} order by t.owner_type, t.display_name, u.full_name, m.id limit 10000`.execute(
    db,
  )
  return rows.map(({ member }) => member)
}

const alive = sql<boolean>`(t.account_id is null or exists (select from accounts a where a.id = t.account_id and a.deleted_at is null))`

function nameOrder(descending: boolean): RawBuilder<unknown> {
  return sql`t.display_name collate "und-x-icu" ${directionOf(descending)}, t.id`
}
