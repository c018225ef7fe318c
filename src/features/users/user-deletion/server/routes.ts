import { managedUserProblems } from '#features/users/managed-users/contract.ts'
import { userScopeOf } from '#features/users/managed-users/server/index.ts'
import { changedUser, findUser } from '#features/users/user-management/server/index.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest, requireVersion } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  approveDeletion,
  approveManyDeletions,
  configureUserDeletion,
  deleteManyUsers,
  deleteUser,
  deletionConfigured,
  previewDeletion,
  readDeletionConfiguration,
  readOwnedItems,
  transferOwnedItems,
} from '../contract.ts'
import { approveUsers, deleteUsersOf } from './delete-users.ts'
import { previewOf } from './deletion-candidates.ts'
import { deletionConfiguration, setDeletionConfiguration } from './deletion-configuration.ts'
import { warn } from './nightly-run.ts'
import { findOwnedItems } from './owned-items.ts'
import { transferOwnership } from './transfer-ownership.ts'
import type { UserRecords } from './user-records.ts'

/** When users become candidates, and who is affected. */
export function serveConfiguration(portal: AppContext): void {
  const { db } = portal
  serve(portal, readDeletionConfiguration, async () => {
    const configuration = await deletionConfiguration(db)
    return respond(configuration, { etag: etagOf(configuration.version) })
  })
  serve(portal, previewDeletion, ({ query }) => previewOf(db, query))
  registerCommand(portal, configureUserDeletion, async (call) => {
    const { version, updated: _, ...before } = await deletionConfiguration(call.tx, { lock: true })
    requireVersion(call, version)
    const configuration = await setDeletionConfiguration(call.tx, call.body)
    await call.record(deletionConfigured, { data: { changes: changesOf(before, call.body) } })
    return respond(configuration, { etag: etagOf(configuration.version) })
  })
}

/** Deleting and approving users, and what they would leave behind. */
export function serveDeletion(portal: AppContext, records: UserRecords): void {
  registerCommand(portal, deleteUser, async (call) => {
    const { tx, session, params, request } = call
    const [user] = await deleteUsersOf(tx, session, actorOfRequest(request), [params.id])
    requireVersion(call, user!.version)
    return undefined
  })
  registerCommand(portal, deleteManyUsers, async ({ tx, session, body, request }) => {
    await deleteUsersOf(tx, session, actorOfRequest(request), body.ids)
    return undefined
  })
  registerCommand(portal, approveDeletion, async ({ tx, session, params, request }) => {
    const [user] = await approveUsers(tx, session, actorOfRequest(request), [params.id])
    await warn(portal, tx, user!, 'approved', await deletionConfiguration(tx))
    return changedUser(tx, session, user!.id)
  })
  registerCommand(portal, approveManyDeletions, async ({ tx, session, body, request }) => {
    const configuration = await deletionConfiguration(tx)
    for (const user of await approveUsers(tx, session, actorOfRequest(request), body.ids))
      await warn(portal, tx, user, 'approved', configuration)
    return undefined
  })
  serve(portal, readOwnedItems, async ({ session, params }) => {
    const user = await findUser(portal.db, userScopeOf(session), Number(params.id))
    return user
      ? findOwnedItems(portal.db, records, Number(user.id))
      : throwProblem(managedUserProblems['user-not-found'])
  })
  registerCommand(portal, transferOwnedItems, (call) => transferOwnership(records, call))
}
