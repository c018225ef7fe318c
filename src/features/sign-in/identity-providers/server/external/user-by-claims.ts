import { sql } from 'kysely'
import { activateFromDirectory } from '#features/users/user-management/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { EventActor } from '#kit/server/events/event.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { issuerOf, type Provider } from '../providers.ts'
import type { Claims } from './claims.ts'
import { followClaims } from './follow-claims.ts'
import { provisionUser } from './jit-provisioning.ts'
import { rolesOfClaims } from './roles-of-claims.ts'
import { sameSubject } from './same-subject.ts'
import { maySignIn, type SignInResult, userColumns } from './sign-in-result.ts'

/**
 * The user whom the provider's claims identify: by (issuer, subject), never by e-mail alone. An unknown pair belongs to
 * a user who was invited, or to a new one. Where the provider manages the roles, its groups decide
 * them from now on.
 */
export async function findUserByClaims(
  tx: Tx,
  portal: Pick<AppContext, 'config' | 'notifier'>,
  { provider, claims, actor }: { provider: Provider; claims: Claims; actor: EventActor },
): Promise<SignInResult> {
  const issuer = issuerOf(provider)
  const knownUser = await tx
    .selectFrom('users')
    .select(userColumns)
    .where(issuer === undefined ? sql<boolean>`issuer is null` : sql<boolean>`issuer = ${issuer}`)
    .where(issuer === undefined ? sql<boolean>`id = ${Number(claims.subject)}` : sameSubject(provider, claims.subject))
    .executeTakeFirst()
  const signInResult: SignInResult =
    knownUser || issuer === undefined
      ? knownUser
        ? { user: knownUser, remarks: [] }
        : { rejected: 'user-unknown' }
      : await provisionUser(tx, { ...provider, issuer }, claims, actor)
  if ('rejected' in signInResult) return signInResult
  const { user, remarks } = signInResult
  if (!maySignIn(user) && !(await activateFromDirectory(tx, user.id, actor)))
    return { rejected: 'user-inactive', values: { state: user.state }, userId: user.id }
  const current =
    knownUser && issuer !== undefined
      ? await followClaims(tx, portal, { provider: { ...provider, issuer }, claims, user })
      : user
  if (!provider.useExternalAcl) return { user: current, remarks }
  return { user: current, remarks: [...remarks, ...(await rolesOfClaims(tx, provider, claims, user.id))] }
}
