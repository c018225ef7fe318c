import { managedUserProblems } from '#features/user-management/contract.ts'
import { changedUser, findUser, sightOf } from '#features/user-management/server/index.ts'
import { answer, etagOf } from '#kit/server/answer.ts'
import { changesOf } from '#kit/server/events/event.ts'
import type { Portal } from '#kit/server/portal.ts'
import { refuse } from '#kit/server/refusal.ts'
import { doerOf, requireVersion } from '#kit/server/serve/call.ts'
import { serve, serveWrite } from '#kit/server/serve/serve.ts'
import {
  approveDeletion,
  approveManyDeletions,
  configureUserDeletion,
  deleteManyUsers,
  deleteUser,
  deletionConfigured,
  handOver,
  previewDeletion,
  readDeletionConfiguration,
  readDossier,
} from '../contract.ts'
import { approvePeople, deletePeople } from './delete-users.ts'
import { deletionConfiguration, setDeletionConfiguration } from './deletion-configuration.ts'
import { dossierOf } from './dossier.ts'
import { giveToHeir } from './hand-over.ts'
import { warn } from './nightly-run.ts'
import { previewOf } from './whom-it-hits.ts'

/** When people become candidates, and whom that would hit. */
export function serveConfiguration(portal: Portal): void {
  const { db } = portal
  serve(portal, readDeletionConfiguration, async () => {
    const configuration = await deletionConfiguration(db)
    return answer(configuration, { etag: etagOf(configuration.version) })
  })
  serve(portal, previewDeletion, ({ query }) => previewOf(db, query))
  serveWrite(portal, configureUserDeletion, async (call) => {
    const { version, updated: _, ...before } = await deletionConfiguration(call.tx, { lock: true })
    requireVersion(call, version)
    const configuration = await setDeletionConfiguration(call.tx, call.body)
    await call.record(deletionConfigured, { data: { changes: changesOf(before, call.body) } })
    return answer(configuration, { etag: etagOf(configuration.version) })
  })
}

/** Deleting and approving people, and what they would leave behind. */
export function serveDeletion(portal: Portal): void {
  serveWrite(portal, deleteUser, async (call) => {
    const { tx, session, params, request } = call
    const [person] = await deletePeople(tx, session, doerOf(request), [params.id])
    requireVersion(call, person!.version)
    return undefined
  })
  serveWrite(portal, deleteManyUsers, async ({ tx, session, body, request }) => {
    await deletePeople(tx, session, doerOf(request), body.ids)
    return undefined
  })
  serveWrite(portal, approveDeletion, async ({ tx, session, params, request }) => {
    const [person] = await approvePeople(tx, session, doerOf(request), [params.id])
    await warn(portal, tx, person!, 'approved', await deletionConfiguration(tx))
    return changedUser(tx, session, person!.id)
  })
  serveWrite(portal, approveManyDeletions, async ({ tx, session, body, request }) => {
    const configuration = await deletionConfiguration(tx)
    for (const person of await approvePeople(tx, session, doerOf(request), body.ids))
      await warn(portal, tx, person, 'approved', configuration)
    return undefined
  })
  serve(portal, readDossier, async ({ session, params }) => {
    const user = await findUser(portal.db, sightOf(session), Number(params.id))
    return user ? dossierOf(portal.db, Number(user.id)) : refuse(managedUserProblems['user-not-found'])
  })
  serveWrite(portal, handOver, giveToHeir)
}
