import { sql } from 'kysely'
import { userWhere } from '#features/users/managed-users/server/index.ts'
import { enabledProviderFor, listExternalProviders } from '#features/users/sign-in-mail/server/index.ts'
import { migrateUserToProvider, moveBack } from '#features/users/user-management/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { EventActor } from '#kit/server/events/event.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest, type CommandContext } from '#kit/server/serve/request-context.ts'
import {
  type IdentityProvider,
  type migrateUsersToLocal,
  type moveUsersToProvider,
  providerProblems,
} from '../contract.ts'
import { requireNoEscalation } from './check-provider.ts'
import { lockProvider } from './lock-provider.ts'
import { listOfProviders } from './provider-store.ts'

/** The number of users in one transaction; the rest in the next. */
const AT_ONCE = 500

/**
 * Moves users of a provider's domains to it who still have a credential here; the caller is left out, so that they can
 * correct it.
 */
export async function migrateUsersToProvider(portal: AppContext, call: CommandContext<typeof moveUsersToProvider>) {
  const { tx, session, params, request } = call
  const provider = (await listOfProviders(portal, tx)).find(({ id }) => id === params.id)
  if (!provider) return throwProblem(providerProblems['provider-not-found'], { id: params.id })
  if (!provider.enabled || provider.issuer === null)
    return throwProblem(providerProblems['provider-disabled'], { name: provider.name })
  await requireNoEscalation(tx, session, provider)
  const providers = await listExternalProviders(tx, portal.config)
  const { rows } = await sql<{ id: number; email: string }>`
    select u.id, u.email from users u where u.issuer is null and u.erased_at is null and u.id <> ${session.userId}
      and (exists (select from user_passwords p where p.user_id = u.id) or exists (select from passkeys k where k.user_id = u.id))
      and (${provider.domains.includes('*')} or split_part(u.email, '@', 2) = any(${provider.domains}::text[]))
    order by u.id`.execute(tx)
  const ours = rows.flatMap(({ id, email }) => {
    const to = enabledProviderFor(providers, email)
    return to?.issuer === provider.issuer ? [{ id, to }] : []
  })
  const now = ours.slice(0, AT_ONCE)
  for (const { id, to } of now) {
    const user = await userWhere(tx, sql`u.id = ${id}`)
    await migrateUserToProvider(portal, tx, user!, { provider: to, from: null, actor: actorOfRequest(request) })
  }
  return { moved: now.length, left: ours.length - now.length }
}

/** Sends users of a disabled provider a link for a password here. */
export async function revertUsersToLocal(portal: AppContext, call: CommandContext<typeof migrateUsersToLocal>) {
  const { tx, session, params, request } = call
  const provider = await lockProvider(portal, tx, params.id)
  if (provider.enabled) throwProblem(providerProblems['provider-enabled'], { name: provider.name })
  await requireNoEscalation(tx, session, provider)
  const movedCount = await release(portal, tx, provider, {
    actor: actorOfRequest(request),
    mail: true,
    atMost: AT_ONCE,
  })
  return { moved: movedCount, left: provider.users - movedCount }
}

/** Makes the portal manage the users of a provider again; returns their number. */
export async function release(
  portal: AppContext,
  tx: Tx,
  { issuer, name }: Pick<IdentityProvider, 'issuer' | 'name'>,
  { actor, mail, atMost }: { actor: EventActor; mail: boolean; atMost?: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from users where issuer = ${issuer} and erased_at is null order by id limit ${atMost ?? null}`.execute(tx)
  for (const { id } of rows)
    await moveBack(portal, tx, (await userWhere(tx, sql`u.id = ${id}`))!, { from: name, actor, mail })
  return rows.length
}
