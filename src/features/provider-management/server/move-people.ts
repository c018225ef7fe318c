import { sql } from 'kysely'
import { moveBack, moveToProvider, personWhere } from '#features/user-management/server/index.ts'
import { outsideProviders, routeOf } from '#features/users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Doer } from '#kit/server/events/event.ts'
import type { Portal } from '#kit/server/portal.ts'
import { refuse } from '#kit/server/refusal.ts'
import { doerOf, type WriteCall } from '#kit/server/serve/call.ts'
import { type IdentityProvider, type movePeopleBack, type movePeopleToProvider, providerProblems } from '../contract.ts'
import { requireNotAbove } from './check-provider.ts'
import { lockProvider } from './lock-provider.ts'
import { listOfProviders } from './provider-store.ts'

/** So many in one transaction; the rest in the next. */
const AT_ONCE = 500

/** Moves people of a provider's domains to it who still have a credential here; whoever asks stays, so that they can mend it. */
export async function moveIn(portal: Portal, call: WriteCall<typeof movePeopleToProvider>) {
  const { tx, session, params, request } = call
  const provider = (await listOfProviders(portal, tx)).find(({ id }) => id === params.id)
  if (!provider) return refuse(providerProblems['provider-not-found'], { id: params.id })
  if (!provider.enabled || provider.issuer === null)
    return refuse(providerProblems['provider-disabled'], { name: provider.name })
  await requireNotAbove(tx, session, provider)
  const providers = await outsideProviders(tx, portal.config)
  const { rows } = await sql<{ id: number; email: string }>`
    select u.id, u.email from users u where u.issuer is null and u.erased_at is null and u.id <> ${session.personId}
      and (exists (select from user_passwords p where p.user_id = u.id) or exists (select from passkeys k where k.user_id = u.id))
      and (${provider.domains.includes('*')} or split_part(u.email, '@', 2) = any(${provider.domains}::text[]))
    order by u.id`.execute(tx)
  const ours = rows.flatMap(({ id, email }) => {
    const to = routeOf(providers, email)
    return to?.issuer === provider.issuer ? [{ id, to }] : []
  })
  const now = ours.slice(0, AT_ONCE)
  for (const { id, to } of now) {
    const person = await personWhere(tx, sql`u.id = ${id}`)
    await moveToProvider(portal, tx, person!, { provider: to, from: null, doer: doerOf(request) })
  }
  return { moved: now.length, left: ours.length - now.length }
}

/** Sends people of a provider that is switched off a link for a password here. */
export async function moveOut(portal: Portal, call: WriteCall<typeof movePeopleBack>) {
  const { tx, session, params, request } = call
  const provider = await lockProvider(portal, tx, params.id)
  if (provider.enabled) refuse(providerProblems['provider-enabled'], { name: provider.name })
  await requireNotAbove(tx, session, provider)
  const moved = await release(portal, tx, provider, { doer: doerOf(request), mail: true, atMost: AT_ONCE })
  return { moved, left: provider.people - moved }
}

/** Has the portal look after the people of a provider again; answers how many they were. */
export async function release(
  portal: Portal,
  tx: Tx,
  { issuer, name }: Pick<IdentityProvider, 'issuer' | 'name'>,
  { doer, mail, atMost }: { doer: Doer; mail: boolean; atMost?: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from users where issuer = ${issuer} and erased_at is null order by id limit ${atMost ?? null}`.execute(tx)
  for (const { id } of rows)
    await moveBack(portal, tx, (await personWhere(tx, sql`u.id = ${id}`))!, { from: name, doer, mail })
  return rows.length
}
