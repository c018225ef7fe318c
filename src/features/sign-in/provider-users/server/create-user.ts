import { sql } from 'kysely'
import { createUser } from '#features/access/user-records/server/index.ts'
import { accountsOfDomain } from '#features/sign-in/domains/server/index.ts'
import { userWhere } from '#features/users/managed-users/server/index.ts'
import { setRolesOfProvider } from '#features/users/role-assignment/server/index.ts'
import { userActivated, userCreated } from '#features/users/users/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, recordEvent } from '#kit/server/events/event.ts'

/** Why a new user has no role yet. */
type Remark = {
  readonly finding: 'no-account' | 'several-accounts' | 'seats-taken' | 'last-administrator'
  readonly values?: { readonly domain: string }
}

/**
 * Creates a user who signs in with a provider, with the role that their domain gives where the provider does not say
 * their roles. Without `subject` their first sign-in binds them. `actorOf` names who did it.
 */
export async function createUserOfProvider(
  tx: Tx,
  { issuer, name, useExternalAcl }: { issuer: string; name: string; useExternalAcl: boolean },
  { email, subject, fullName, domain }: { email: string; subject: string | null; fullName: string; domain: string },
  actorOf: (id: number) => EventActor,
): Promise<{ readonly id: number; readonly remarks: readonly Remark[] }> {
  const id = await createUser(tx, { email, fullName, state: 'active', issuer, subject })
  const by = actorOf(id)
  await recordEvent(tx, userCreated, by, { subject: id, data: { email, fullName, provider: name } })
  await recordEvent(tx, userActivated, by, { subject: id, data: { issuer } })
  return { id, remarks: useExternalAcl ? [] : await land(tx, name, id, domain) }
}

/**
 * As USER in the one account that allows the domain; where several do, or none, users choose an account and request to
 * join.
 */
async function land(tx: Tx, provider: string, id: number, domain: string): Promise<Remark[]> {
  const [account, another] = await accountsOfDomain(tx, domain)
  if (!account) return [{ finding: 'no-account', values: { domain } }]
  if (another) return [{ finding: 'several-accounts', values: { domain } }]
  const user = await userWhere(tx, sql`u.id = ${id}`)
  const userRole = [{ role: 'USER', account: account.name }]
  const hindrances = await setRolesOfProvider(tx, { userName: provider }, user!, userRole)
  return hindrances.map((finding) => ({ finding }))
}
