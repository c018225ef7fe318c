import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import {
  type createTeam,
  type deleteTeam,
  type editTeam,
  manageTeams,
  teamCreated,
  teamDeleted,
  teamEdited,
  teamProblems,
} from '../contract.ts'
import { eligible } from './eligible.ts'
import { eventFor, managedTeam, requireManager } from './stored-team.ts'
import { accountIds, visibleTeams } from './team-scope.ts'
import { findTeams } from './team-store.ts'

/** Creates a team without members. */
export async function create(call: CommandContext<typeof createTeam>) {
  const { tx, body } = call
  const { ownerType, teamName, teamDisplayName, issueWatcherType = 'NONE', ownerNames = [] } = body
  const owners = await ownersFor(call, ownerType, ownerNames)
  const accountId = ownerType === 'CUSTOMER' ? owners[0]! : null
  const { rows } = await sql<{ id: number }>`
    insert into teams (owner_type, account_id, name, display_name, watcher_type)
    values (${ownerType}, ${accountId}, ${teamName}, ${teamDisplayName}, ${issueWatcherType}) on conflict do nothing returning id`.execute(
    tx,
  )
  const id = rows[0]?.id ?? throwProblem(teamProblems['team-exists'], { name: teamName })
  if (ownerType === 'VENDOR') await setAccounts(tx, id, owners)
  await call.record(eventFor(body, teamCreated), {
    account: accountId,
    subject: teamDisplayName,
    data: { teamName, teamDisplayName, ownerNames, issueWatcherType },
  })
  const [team] = await findTeams(tx, sql`t.id = ${id}`)
  return respond(team!, { status: 201, etag: etagOf(team!.version) })
}

/** Changes a team; what its members watch holds for cases from now on. */
export async function edit(call: CommandContext<typeof editTeam>) {
  const { tx, session, params, body } = call
  const storedTeam = await managedTeam(tx, call, params.id, { lock: true })
  requireVersion(call, storedTeam.version)
  const [before] = await findTeams(tx, sql`t.id = ${storedTeam.id} and ${visibleTeams(session)}`)
  const {
    teamDisplayName = storedTeam.displayName,
    ownerNames = before!.ownerNames,
    issueWatcherType = storedTeam.watcherType,
  } = body
  const changes = changesOf(
    { ...before, ownerNames: before!.ownerNames.join(', ') },
    { teamDisplayName, issueWatcherType, ownerNames: [...new Set(ownerNames)].sort().join(', ') },
  )
  if (Object.keys(changes).length === 0) return respond(before!, { etag: etagOf(storedTeam.version) })
  let { accountId } = storedTeam
  if (changes.ownerNames) {
    const owners = await ownersFor(call, storedTeam.ownerType, ownerNames)
    if (storedTeam.ownerType === 'VENDOR') await setAccounts(tx, storedTeam.id, owners)
    else accountId = owners[0]!
  }
  if (accountId !== storedTeam.accountId) await requireFitting(tx, storedTeam.id, accountId)
  const nameClash = await sql`
    select from teams where account_id = ${accountId} and lower(name) = lower(${storedTeam.name}) and id <> ${storedTeam.id}`.execute(
    tx,
  )
  if (nameClash.rows.length > 0) throwProblem(teamProblems['team-exists'], { name: storedTeam.name })
  await sql`
    update teams set display_name = ${teamDisplayName}, watcher_type = ${issueWatcherType}, account_id = ${accountId},
      version = version + 1, updated_at = clock_timestamp() where id = ${storedTeam.id}`.execute(tx)
  await call.record(eventFor(storedTeam, teamEdited), {
    account: accountId,
    subject: storedTeam.displayName,
    data: { teamName: storedTeam.name, teamDisplayName, changes },
  })
  const [team] = await findTeams(tx, sql`t.id = ${storedTeam.id}`)
  return respond(team!, { etag: etagOf(team!.version) })
}

/** Deletes a team with its memberships. */
export async function remove(call: CommandContext<typeof deleteTeam>): Promise<undefined> {
  const storedTeam = await managedTeam(call.tx, call, call.params.id, { lock: true })
  requireVersion(call, storedTeam.version)
  await sql`delete from teams where id = ${storedTeam.id}`.execute(call.tx)
  await call.record(eventFor(storedTeam, teamDeleted), {
    account: storedTeam.accountId,
    subject: storedTeam.displayName,
    data: { teamName: storedTeam.name, teamDisplayName: storedTeam.displayName },
  })
}

type Saving = CommandContext<typeof createTeam> | CommandContext<typeof editTeam>

/** The accounts of a team that the caller may manage; a customer team has exactly one. */
async function ownersFor(call: Saving, ownerType: 'VENDOR' | 'CUSTOMER', names: readonly string[]): Promise<number[]> {
  if (ownerType === 'VENDOR') requireManager(call, null)
  else if (names.length !== 1) throwFieldProblem('ownerNames', 'must name the one account of a customer team')
  const idByName = await accountIds(call.tx, names)
  for (const name of names) {
    // Another account's name is not confirmed to a customer.
    if (!idByName.has(name) || (ownerType === 'CUSTOMER' && !managesIn(call, name)))
      throwFieldProblem('ownerNames', `has an account that is not known: ${name}`)
  }
  return [...idByName.values()]
}

function managesIn({ session }: Saving, account: string): boolean {
  return hasPermission(session, manageTeams, account)
}

async function setAccounts(tx: Tx, id: number, accounts: readonly number[]): Promise<void> {
  await sql`delete from team_accounts where team_id = ${id}`.execute(tx)
  await sql`insert into team_accounts (team_id, account_id) select ${id}, unnest(${[...accounts]}::bigint[])`.execute(
    tx,
  )
}

async function requireFitting(tx: Tx, id: number, accountId: number | null): Promise<void> {
  const { rows } = await sql`
    select from team_members m join users u on u.id = m.user_id where m.team_id = ${id} and not ${eligible(accountId)} limit 1`.execute(
    tx,
  )
  if (rows.length > 0) throwFieldProblem('ownerNames', 'must be an account of all members')
}
