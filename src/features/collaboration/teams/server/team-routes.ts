import { sql } from 'kysely'
import { isVendor } from '#features/access/roles/contract.ts'
import { accountIn } from '#features/accounts/accounts/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import { halPage, halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  addMembers,
  checkMembers,
  createTeam,
  deleteTeam,
  editMember,
  editTeam,
  listMemberships,
  listTeams,
  readTeams,
  removeMember,
} from '../contract.ts'
import { findAdditions } from './find-additions.ts'
import { addMany, editOne, removeOne } from './member-commands.ts'
import { managedTeam } from './stored-team.ts'
import { systemTeams } from './system-teams.ts'
import { create, edit, remove } from './team-commands.ts'
import { visibleTeams } from './team-scope.ts'
import { countTeams, findMembers, findTeams } from './team-store.ts'

/** Serves teams and their members. */
export function serveTeams(portal: AppContext): void {
  const { db } = portal
  serve(portal, listTeams, async (call) => {
    const { query, session } = call
    const account =
      query.account === undefined
        ? undefined
        : await accountIn(db, session, { name: query.account, permission: readTeams })
    const { descending } = readSort(query.sort, { field: 'teamDisplayName', descending: false })[0]!
    const acting = account
      ? sql<boolean>`(t.account_id = ${account.id} or (t.account_id is null and (not exists (select from team_accounts x where x.team_id = t.id)
          or exists (select from team_accounts x where x.team_id = t.id and x.account_id = ${account.id}))))`
      : sql<boolean>`true`
    const where = sql<boolean>`${visibleTeams(session)} and ${acting} and ${query.ownerType ? sql`t.owner_type = ${query.ownerType}` : sql`true`}`
    const computedTeams =
      isVendor(session.actor) && (query.ownerType ?? 'SYSTEM') === 'SYSTEM' ? await systemTeams(db, account) : []
    const offset = query.page * query.size
    const [count, storedTeams] = await Promise.all([
      countTeams(db, where),
      findTeams(db, where, { limit: query.size, offset, descending }),
    ])
    const from = Math.max(0, offset - count)
    const rows = [...storedTeams, ...computedTeams.slice(from, from + query.size - storedTeams.length)]
    return halPage(call, 'teams', { rows, total: { count: count + computedTeams.length }, lastUpdateTime: null })
  })
  serve(portal, listMemberships, async (call) => {
    const { query, session } = call
    const where = sql<boolean>`u.email = ${query.username.trim().toLowerCase()} and ${visibleTeams(session)}`
    return halSinglePage(call, 'members', await findMembers(db, where))
  })
  serve(portal, checkMembers, async (call) => {
    const teams = await Promise.all([...new Set(call.body.groupIds)].map((id) => managedTeam(db, call, id)))
    const { found: additions, ...others } = await findAdditions(db, call.session, teams, call.body)
    return { ...others, found: additions.map(({ id: _, ...user }) => user) }
  })
  registerCommand(portal, createTeam, create)
  registerCommand(portal, editTeam, edit)
  registerCommand(portal, deleteTeam, remove)
  registerCommand(portal, addMembers, addMany)
  registerCommand(portal, editMember, editOne)
  registerCommand(portal, removeMember, removeOne)
}
