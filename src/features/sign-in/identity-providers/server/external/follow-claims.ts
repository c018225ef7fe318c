import { sql } from 'kysely'
import { editProfile } from '#features/access/user-records/server/index.ts'
import { domainOf } from '#features/sign-in/domains/contract.ts'
import { isForbiddenDomain } from '#features/sign-in/domains/server/index.ts'
import { isTrusted, speaksFor } from '#features/sign-in/provider-users/server/index.ts'
import { accountOf, userWhere } from '#features/users/managed-users/server/index.ts'
import { userEvents } from '#features/users/user-management/contract.ts'
import { isTaken, storeEmail } from '#features/users/users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { fromTo, recordEvent } from '#kit/server/events/event.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { Claims } from './claims.ts'
import type { OutsideProvider } from './jit-provisioning.ts'
import type { RecognisedUser } from './sign-in-result.ts'

/**
 * Takes the name and the address of a known user from their provider: an address only where the provider could bring a
 * new user with it, and no other user has it.
 */
export async function followClaims(
  tx: Tx,
  portal: Pick<AppContext, 'config' | 'notifier'>,
  { provider, claims, user }: { provider: OutsideProvider; claims: Claims; user: RecognisedUser },
): Promise<RecognisedUser> {
  const fullName = claims.name?.replace(/\s+/g, ' ').slice(0, 200) ?? user.full_name
  const email = (await isMove(tx, provider, claims, user)) ? claims.email! : user.email
  if (email === user.email && fullName === user.full_name) return user
  if (fullName !== user.full_name) await editProfile(tx, user.id, { fullName })
  if (email !== user.email) await storeEmail(tx, portal, user, email)
  const changes = {
    ...(email === user.email ? {} : { email: fromTo(user.email, email) }),
    ...(fullName === user.full_name ? {} : { fullName: fromTo(user.full_name, fullName) }),
  }
  const account = accountOf((await userWhere(tx, sql`u.id = ${user.id}`))!)
  const fact = { subject: user.id, account, data: { changes } }
  await recordEvent(tx, userEvents.userEdited, { userName: provider.name }, fact)
  return { ...user, email, full_name: fullName }
}

async function isMove(
  tx: Tx,
  provider: OutsideProvider,
  { email, emailVerified }: Claims,
  user: RecognisedUser,
): Promise<boolean> {
  const domain = email ? domainOf(email) : null
  if (!email || !domain || email === user.email || emailVerified === false) return false
  return (
    (emailVerified === true || isTrusted(provider, domain)) &&
    (await speaksFor(tx, provider, email, domain)) &&
    !(await isForbiddenDomain(tx, domain)) &&
    !(await isTaken(tx, email))
  )
}
