import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { fromTo } from '#kit/server/events/event.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import {
  type addMembers,
  type editMember,
  MOST_MEMBERS,
  type removeMember,
  type TeamMember,
  teamMemberEdited,
  teamMemberRemoved,
  teamMembersAdded,
  teamProblems,
} from '../contract.ts'
import { findAdditions } from './find-additions.ts'
import { eventFor, managedTeam, type StoredTeam } from './stored-team.ts'
import { isSystemTeam } from './system-teams.ts'
import { visibleTeams } from './team-scope.ts'
import { findMembers } from './team-store.ts'

/** Adds all users who can be members to the teams, as one event. */
export async function addMany(call: CommandContext<typeof addMembers>) {
  const { tx, session, body, query } = call
  const teams: StoredTeam[] = []
  // In one order, so that two additions never wait for each other.
  for (const id of [...new Set(body.groupIds)].sort()) teams.push(await managedTeam(tx, call, id, { lock: true }))
  const { found: additions, ...others } = await findAdditions(tx, session, teams, body)
  const ids = teams.map(({ id }) => id)
  const { rows } = await sql<{ id: number }>`
    insert into team_members (team_id, user_id, watcher_type)
    select team_id, user_id, ${query.issueWatcherType ?? null} from unnest(${ids}::bigint[]) team_id, unnest(${additions.map(({ id }) => id)}::bigint[]) user_id
    on conflict do nothing returning id`.execute(tx)
  await requireMemberQuota(tx, ids)
  const addedMembers =
    rows.length === 0 ? [] : await findMembers(tx, sql`m.id = any(${rows.map(({ id }) => id)}::bigint[])`)
  if (addedMembers.length > 0)
    await call.record(eventFor(teams[0]!, teamMembersAdded), {
      account: teams[0]!.accountId,
      subject: teams.map(({ displayName }) => displayName).join(', '),
      data: {
        members: addedMembers.map(({ username }) => username),
        issueWatcherType: query.issueWatcherType ?? null,
      },
    })
  return { ...others, found: additions.map(({ id: _, ...user }) => user), added: addedMembers }
}

/** Sets what a member watches from now on. */
export async function editOne(call: CommandContext<typeof editMember>) {
  const { tx, body } = call
  const { member, team } = await lockedMember(call)
  const watcherType = body.issueWatcherType
  if ((member.isAsTeam ? null : member.issueWatcherType) === watcherType)
    return respond(member, { etag: etagOf(member.version) })
  await sql`update team_members set watcher_type = ${watcherType}, version = version + 1 where id = ${member.id}::bigint`.execute(
    tx,
  )
  const changes = { issueWatcherType: fromTo(member.isAsTeam ? null : member.issueWatcherType, watcherType) }
  await call.record(eventFor(team, teamMemberEdited), {
    account: team.accountId,
    subject: team.displayName,
    data: { member: member.username, changes },
  })
  const [changedMember] = await findMembers(tx, sql`m.id = ${member.id}::bigint`)
  return respond(changedMember!, { etag: etagOf(changedMember!.version) })
}

/** Removes a member; the watchers of cases stay. */
export async function removeOne(call: CommandContext<typeof removeMember>): Promise<undefined> {
  const { member, team } = await lockedMember(call)
  await sql`delete from team_members where id = ${member.id}::bigint`.execute(call.tx)
  await call.record(eventFor(team, teamMemberRemoved), {
    account: team.accountId,
    subject: team.displayName,
    data: { member: member.username },
  })
}

async function lockedMember(
  call: CommandContext<typeof editMember> | CommandContext<typeof removeMember>,
): Promise<{ member: TeamMember; team: StoredTeam }> {
  const { tx, session, params } = call
  if (isSystemTeam(params.id)) throwProblem(teamProblems['team-read-only'])
  if (!/^\d{1,15}$/.test(params.id)) throwProblem(teamProblems['team-member-not-found'])
  await sql`select from team_members where id = ${params.id}::bigint for update`.execute(tx)
  const [member] = await findMembers(tx, sql`m.id = ${params.id}::bigint and ${visibleTeams(session)}`)
  if (!member) throwProblem(teamProblems['team-member-not-found'])
  const team = await managedTeam(tx, call, member.teamId)
  requireVersion(call, member.version)
  return { member, team }
}

async function requireMemberQuota(tx: Tx, ids: readonly number[]): Promise<void> {
  const { rows } = await sql`
    select from team_members where team_id = any(${[...ids]}::bigint[]) group by team_id having count(*) > ${MOST_MEMBERS}`.execute(
    tx,
  )
  if (rows.length > 0) throwProblem(teamProblems['team-full'], { most: MOST_MEMBERS })
}
