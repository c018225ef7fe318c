import { sql } from 'kysely'
import { halWhole } from '#kit/server/list/hal-list.ts'
import type { Portal } from '#kit/server/portal.ts'
import { refuse } from '#kit/server/refusal.ts'
import { sealOf } from '#kit/server/seal.ts'
import { serve, serveWrite } from '#kit/server/serve/serve.ts'
import {
  createProvider,
  deleteProvider,
  examineDomain,
  listAttempts,
  listProviders,
  movePeopleBack,
  movePeopleToProvider,
  providerProblems,
  readAttempt,
  readProviderMetadata,
  testProvider,
  updateProvider,
} from '../contract.ts'
import { attemptsWhere } from './attempt-store.ts'
import { beginTest } from './begin-test.ts'
import { remove } from './end-provider.ts'
import { examine } from './examine.ts'
import { moveIn, moveOut } from './move-people.ts'
import { listOfProviders } from './provider-store.ts'
import { readMetadata } from './read-metadata.ts'
import { create, update } from './save-provider.ts'

const ATTEMPTS_SHOWN = 50

/** Setting up the providers that people sign in with, trying them out, and finding what is wrong with them. */
export function serveProviders(portal: Portal): void {
  const seal = sealOf(portal.config)
  serve(portal, listProviders, async (call) =>
    halWhole(call, 'identity_providers', await listOfProviders(portal, portal.db)),
  )
  serveWrite(portal, createProvider, (call) => create(portal, seal, call))
  serveWrite(portal, updateProvider, (call) => update(portal, seal, call))
  serveWrite(portal, deleteProvider, (call) => remove(portal, call))
  serveWrite(portal, movePeopleToProvider, (call) => moveIn(portal, call))
  serveWrite(portal, movePeopleBack, (call) => moveOut(portal, call))
  serveWrite(portal, testProvider, (call) => beginTest(portal, seal, call))
  serve(portal, readProviderMetadata, async ({ body }) => readMetadata(body.xml))
  serve(portal, listAttempts, async (call) =>
    halWhole(call, 'attempts', await attemptsWhere(portal.db, sql`provider_id = ${call.params.id}`, ATTEMPTS_SHOWN)),
  )
  serve(portal, readAttempt, async ({ params }) => {
    const [attempt] = await attemptsWhere(portal.db, sql`id = ${params.attempt}`, 1)
    return attempt ?? refuse(providerProblems['attempt-not-found'])
  })
  serve(portal, examineDomain, ({ query }) => examine(portal, seal, query.domain))
}
