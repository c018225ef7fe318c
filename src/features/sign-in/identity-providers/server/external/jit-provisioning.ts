import { sql } from 'kysely'
import { bindUser } from '#features/access/user-records/server/index.ts'
import { domainOf } from '#features/sign-in/domains/contract.ts'
import { isForbiddenDomain } from '#features/sign-in/domains/server/index.ts'
import { createUserOfProvider, isTrusted, speaksFor } from '#features/sign-in/provider-users/server/index.ts'
import { userActivated, userBound } from '#features/users/users/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, recordEvent } from '#kit/server/events/event.ts'
import type { Provider } from '../providers.ts'
import type { Claims } from './claims.ts'
import { isSameSubject } from './same-subject.ts'
import { maySignIn, type RecognisedUser, type SignInResult, userColumns } from './sign-in-result.ts'

export type OutsideProvider = Provider & { readonly issuer: string }
type ClaimsWithEmail = Claims & { readonly email: string }

/**
 * A user who comes from the provider for the first time. A user without a credential here is bound, once, to the
 * provider that their domain is routed to, when it has verified the address, or is trusted with it. An unknown user is created where the
 * provider may do so.
 */
export async function provisionUser(
  tx: Tx,
  provider: OutsideProvider,
  claims: Claims,
  actor: EventActor,
): Promise<SignInResult> {
  const { email } = claims
  const domain = email ? domainOf(email) : null
  if (!email || !domain) return { rejected: 'email-missing' }
  if (claims.emailVerified === false) return { rejected: 'email-unverified', values: { email } }
  if (!(await speaksFor(tx, provider, email, domain))) return { rejected: 'domain-not-routed', values: { domain } }
  if (!claims.emailVerified && !isTrusted(provider, domain))
    return { rejected: 'email-verification-missing', values: { email, domain } }
  // Two sign-ins at once create one user.
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 19))`.execute(tx)
  const knownUser = await tx
    .selectFrom('users')
    .select([...userColumns, 'issuer', 'subject'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (knownUser?.issuer === provider.issuer && isSameSubject(provider, knownUser.subject, claims.subject))
    return { user: knownUser, remarks: [] }
  const user = knownUser && (await bind(tx, provider, { ...claims, email }))
  if (user) return { user, remarks: [] }
  if (knownUser?.issuer === provider.issuer && knownUser.subject === null)
    return { rejected: 'user-inactive', values: { state: knownUser.state }, userId: knownUser.id }
  if (knownUser?.issuer === provider.issuer)
    return { rejected: 'subject-changed', values: { email, name: knownUser.full_name }, userId: knownUser.id }
  if (knownUser) return { rejected: 'user-elsewhere', values: { email }, userId: knownUser.id }
  if (!provider.allowUserCreation) return { rejected: 'user-unknown', values: { email } }
  if (await isForbiddenDomain(tx, domain)) return { rejected: 'domain-forbidden', values: { domain } }
  return create(tx, provider, { ...claims, email }, { actor, domain })
}

/** A user is bound who was invited, or is active, and has no credential here. */
async function bind(
  tx: Tx,
  { issuer }: OutsideProvider,
  { email, subject }: ClaimsWithEmail,
): Promise<RecognisedUser | undefined> {
  const knownUser = await tx
    .selectFrom('users')
    .select(userColumns)
    .where('email', '=', email)
    .where(sql<boolean>`(issuer is null or (issuer = ${issuer} and subject is null))`)
    .where(sql<boolean>`not exists (select from user_passwords p where p.user_id = users.id)`)
    .where(sql<boolean>`not exists (select from passkeys k where k.user_id = users.id)`)
    .forUpdate()
    .executeTakeFirst()
  const begins = knownUser?.state === 'staged' || knownUser?.state === 'provisioned'
  if (!knownUser || !(begins || maySignIn(knownUser))) return undefined
  const state = begins ? 'active' : knownUser.state
  await bindUser(tx, knownUser.id, { issuer, subject, state })
  const user = { ...knownUser, state }
  const fact = { subject: user.id, data: { issuer } }
  await recordEvent(tx, begins ? userActivated : userBound, actorIs(user), fact)
  return user
}

async function create(
  tx: Tx,
  provider: OutsideProvider,
  { email, subject, name }: ClaimsWithEmail,
  { actor, domain }: { actor: EventActor; domain: string },
): Promise<SignInResult> {
  const fullName = name?.replace(/\s+/g, ' ').slice(0, 200) ?? email.slice(0, email.lastIndexOf('@'))
  const newUser = { email, subject, fullName, domain }
  const { id, remarks } = await createUserOfProvider(tx, provider, newUser, (userId) => ({
    ...actor,
    userId,
    userName: fullName,
  }))
  const user = await tx.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirstOrThrow()
  return { user, remarks: remarks.map((remark) => ({ step: 'person', ...remark })) }
}

function actorIs({ id, full_name }: RecognisedUser) {
  return { userId: id, userName: full_name }
}
