import { sql } from 'kysely'
import { everyProvider, insertTest } from '#features/sign-in/identity-providers/server/index.ts'
import { SCIM_API } from '#features/sign-in/scim/contract.ts'
import { deleteToken, findConnection, replaceToken } from '#features/sign-in/scim/server/index.ts'
import { type Encryptor, encryptorFor } from '#kit/server/encryption.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  createProvider,
  createScimToken,
  deleteProvider,
  diagnoseDomain,
  listAttempts,
  listProviders,
  migrateUsersToLocal,
  moveUsersToProvider,
  providerProblems,
  providerTested,
  readAttempt,
  readProviderMetadata,
  readScimConnection,
  revokeScimToken,
  scimTokenCreated,
  scimTokenRevoked,
  testProvider,
  updateProvider,
} from '../contract.ts'
import { attemptsWhere } from './attempt-store.ts'
import { requireNoEscalation } from './check-provider.ts'
import { diagnoseSignIn } from './diagnose-sign-in.ts'
import { remove } from './end-provider.ts'
import { lockProvider } from './lock-provider.ts'
import { migrateUsersToProvider, revertUsersToLocal } from './migrate-users.ts'
import { listOfProviders } from './provider-store.ts'
import { readMetadata } from './read-metadata.ts'
import { create, update } from './save-provider.ts'

const ATTEMPTS_SHOWN = 50

/** Settings, tests and diagnostics of identity providers. */
export function serveProviders(portal: AppContext): void {
  const encrypt = encryptorFor(portal.config)
  serveScimTokens(portal)
  serve(portal, listProviders, async (call) =>
    halSinglePage(call, 'identity_providers', await listOfProviders(portal, portal.db)),
  )
  registerCommand(portal, createProvider, (call) => create(portal, encrypt, call))
  registerCommand(portal, updateProvider, (call) => update(portal, encrypt, call))
  registerCommand(portal, deleteProvider, (call) => remove(portal, call))
  registerCommand(portal, moveUsersToProvider, (call) => migrateUsersToProvider(portal, call))
  registerCommand(portal, migrateUsersToLocal, (call) => revertUsersToLocal(portal, call))
  registerCommand(portal, testProvider, (call) => beginTest(portal, encrypt, call))
  serve(portal, readProviderMetadata, async ({ body }) => readMetadata(body.xml))
  serve(portal, listAttempts, async (call) =>
    halSinglePage(
      call,
      'attempts',
      await attemptsWhere(portal.db, sql`provider_id = ${call.params.id}`, ATTEMPTS_SHOWN),
    ),
  )
  serve(portal, readAttempt, async ({ params }) => {
    const [attempt] = await attemptsWhere(portal.db, sql`id = ${params.attempt}`, 1)
    return attempt ?? throwProblem(providerProblems['attempt-not-found'])
  })
  serve(portal, diagnoseDomain, ({ query }) => diagnoseSignIn(portal, encrypt, query.domain))
}

/** Prepares a test sign-in, which goes the way of people: only the caller can open its address. */
async function beginTest(portal: AppContext, encrypt: Encryptor, call: CommandContext<typeof testProvider>) {
  const { tx, session, params } = call
  const provider = (await listOfProviders(portal, tx)).find(({ id }) => id === params.id)
  if (!provider) throwProblem(providerProblems['provider-not-found'], { id: params.id })
  const complete = (await everyProvider(portal, encrypt)).find(({ id }) => id === params.id)
  if (!complete || provider.type === 'EMBEDDED')
    throwProblem(providerProblems['provider-incomplete'], { name: provider.name })
  const id = await insertTest(tx, provider.id, session.userId)
  await call.record(providerTested, { subject: provider.id, data: { name: provider.name } })
  return { attempt: id, url: `/signin/continue/${provider.id}?test=${id}` }
}

/** The tokens of directories, for the administrators of identity providers. */
function serveScimTokens(portal: AppContext): void {
  serve(portal, readScimConnection, async ({ params }) => ({
    address: `${portal.publicUrl()}${SCIM_API}`,
    ...(await findConnection(portal.db, params.id)),
  }))

  registerCommand(portal, createScimToken, async ({ tx, session, params, record }) => {
    const provider = await lockProvider(portal, tx, params.id)
    await requireNoEscalation(tx, session, provider)
    const token = await replaceToken(tx, provider.id, session.userId)
    await record(scimTokenCreated, { subject: provider.id, data: { name: provider.name } })
    return { token }
  })

  registerCommand(portal, revokeScimToken, async ({ tx, session, params, record }) => {
    const provider = await lockProvider(portal, tx, params.id)
    await requireNoEscalation(tx, session, provider)
    if (await deleteToken(tx, provider.id))
      await record(scimTokenRevoked, { subject: provider.id, data: { name: provider.name } })
    return undefined
  })
}
