import { sql } from 'kysely'
import { encryptorFor } from '#kit/server/encryption.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  createProvider,
  deleteProvider,
  diagnoseDomain,
  listAttempts,
  listProviders,
  migrateUsersToLocal,
  moveUsersToProvider,
  providerProblems,
  readAttempt,
  readProviderMetadata,
  testProvider,
  updateProvider,
} from '../contract.ts'
import { attemptsWhere } from './attempt-store.ts'
import { beginTest } from './begin-test.ts'
import { diagnoseSignIn } from './diagnose-sign-in.ts'
import { remove } from './end-provider.ts'
import { migrateUsersToProvider, revertUsersToLocal } from './migrate-users.ts'
import { listOfProviders } from './provider-store.ts'
import { readMetadata } from './read-metadata.ts'
import { create, update } from './save-provider.ts'
import { serveScimTokens } from './scim-routes.ts'

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
