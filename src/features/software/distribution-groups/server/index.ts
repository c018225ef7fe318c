import { sql } from 'kysely'
import { readSort } from '#kit/contract/hal.ts'
import type { Tx } from '#kit/server/database.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { Feature } from '#kit/server/portal.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  createDistributionGroup,
  type DistributionGroup,
  deleteDistributionGroup,
  distributionGroupCreated,
  distributionGroupDeleted,
  distributionGroupEdited,
  editDistributionGroup,
  groupProblems,
  listDistributionGroups,
} from '../contract.ts'
import { findGroupPage, findGroups, setAccounts } from './group-store.ts'

/** Named sets of accounts to which bundles are released together. */
export const distributionGroupsFeature: Feature = {
  name: 'distribution-groups',
  serve(portal) {
    const { db } = portal
    serve(portal, listDistributionGroups, async (call) => {
      const { page, size, sort } = call.query
      const { descending } = readSort(sort, { field: 'name', descending: false })[0]!
      return halPage(call, 'groups', await findGroupPage(db, { page, size, descending }))
    })
    registerCommand(portal, createDistributionGroup, create)
    registerCommand(portal, editDistributionGroup, edit)
    registerCommand(portal, deleteDistributionGroup, remove)
  },
}

async function create(call: CommandContext<typeof createDistributionGroup>) {
  const { tx, body } = call
  await requireFreeName(tx, body.name)
  const { rows } = await sql<{ id: number }>`
    insert into distribution_groups (name, description, ring) values (${body.name}, ${body.description ?? ''}, ${body.ring ?? null}) returning id`.execute(
    tx,
  )
  await setAccounts(tx, rows[0]!.id, body.accounts)
  const [group] = await findGroups(tx, sql`g.id = ${rows[0]!.id}`)
  await call.record(distributionGroupCreated, { subject: group!.name, data: { accounts: group!.accounts } })
  return respond(group!, { status: 201, etag: etagOf(group!.version) })
}

async function edit(call: CommandContext<typeof editDistributionGroup>) {
  const { tx, body } = call
  const storedGroup = await lockedGroup(call)
  const {
    name = storedGroup.name,
    description = storedGroup.description,
    ring = storedGroup.ring,
    accounts = storedGroup.accounts,
  } = body
  const sortedNames = (names: readonly string[]) => [...new Set(names)].sort().join(', ')
  const changes = changesOf(
    { ...storedGroup, accounts: sortedNames(storedGroup.accounts) },
    { name, description, ring, accounts: sortedNames(accounts) },
  )
  if (Object.keys(changes).length === 0) return respond(storedGroup, { etag: etagOf(storedGroup.version) })
  await requireFreeName(tx, name, storedGroup.id)
  await sql`
    update distribution_groups set name = ${name}, description = ${description}, ring = ${ring}, version = version + 1, updated_at = clock_timestamp()
    where id = ${storedGroup.id}::bigint`.execute(tx)
  if (changes.accounts) await setAccounts(tx, Number(storedGroup.id), accounts)
  await call.record(distributionGroupEdited, { subject: name, data: { changes } })
  const [group] = await findGroups(tx, sql`g.id = ${storedGroup.id}::bigint`)
  return respond(group!, { etag: etagOf(group!.version) })
}

async function remove(call: CommandContext<typeof deleteDistributionGroup>): Promise<undefined> {
  const { id, name } = await lockedGroup(call)
  await sql`delete from distribution_groups where id = ${id}::bigint`.execute(call.tx)
  await call.record(distributionGroupDeleted, { subject: name })
}

type Change = CommandContext<typeof editDistributionGroup> | CommandContext<typeof deleteDistributionGroup>

async function lockedGroup(call: Change): Promise<DistributionGroup> {
  const { tx, params } = call
  await sql`select from distribution_groups where id = ${params.id}::bigint for update`.execute(tx)
  const [group] = await findGroups(tx, sql`g.id = ${params.id}::bigint`)
  if (!group) throwProblem(groupProblems['distribution-group-not-found'])
  requireVersion(call, group.version)
  return group
}

/** No other transaction changes the groups until this one ends. */
async function requireFreeName(tx: Tx, name: string, except?: string): Promise<void> {
  await sql`lock table distribution_groups in share row exclusive mode`.execute(tx)
  const { rows } = await sql`
    select from distribution_groups where lower(name) = lower(${name}) and id is distinct from ${except ?? null}::bigint`.execute(
    tx,
  )
  if (rows.length > 0) throwProblem(groupProblems['distribution-group-exists'], { name })
}
