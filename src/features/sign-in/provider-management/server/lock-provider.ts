import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type IdentityProvider, providerProblems } from '../contract.ts'
import { listOfProviders, providersWhere } from './provider-store.ts'

/** A provider that was set up here, its row locked. */
export async function lockProvider(portal: AppContext, tx: Tx, id: string): Promise<IdentityProvider> {
  await sql`select 1 from identity_providers where id = ${id} for update`.execute(tx)
  const [provider] = await providersWhere(portal, tx, sql`p.id = ${id}`)
  if (provider) return provider
  const elsewhere = (await listOfProviders(portal, tx)).find((one) => one.id === id)
  return throwProblem(providerProblems[elsewhere ? 'provider-not-set-up-here' : 'provider-not-found'], { id })
}
