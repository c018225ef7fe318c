import { everyProvider, insertTest } from '#features/sign-in/identity-providers/server/index.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { providerProblems, providerTested, type testProvider } from '../contract.ts'
import { listOfProviders } from './provider-store.ts'

/** Prepares a test sign-in, which goes the way of people: only the caller can open its address. */
export async function beginTest(portal: AppContext, encrypt: Encryptor, call: CommandContext<typeof testProvider>) {
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
