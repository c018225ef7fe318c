import { sql } from 'kysely'
import { insertUserRow, updateUserRow } from '#features/access/user-records/server/index.ts'
import { domainOf } from '#features/sign-in/domains/contract.ts'
import { accountsOfDomain, isForbiddenDomain } from '#features/sign-in/domains/server/index.ts'
import { userWhere } from '#features/users/managed-users/server/index.ts'
import { setRolesOfProvider } from '#features/users/role-assignment/server/index.ts'
import { providerForDomain } from '#features/users/sign-in-mail/server/index.ts'
import { userActivated, userBound, userCreated } from '#features/users/users/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, recordEvent } from '#kit/server/events/event.ts'
import type { AttemptStep } from '../attempts/attempt-log.ts'
import type { Provider } from '../providers.ts'
import type { Claims } from './claims.ts'
import { isSameSubject } from './same-subject.ts'
import { maySignIn, type RecognisedUser, type SignInResult, userColumns } from './sign-in-result.ts'

export type OutsideProvider = Provider & { readonly issuer: string }
type Addressed = Claims & { readonly email: string }

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
  const known = await tx
    .selectFrom('users')
    .select([...userColumns, 'issuer', 'subject'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (known?.issuer === provider.issuer && isSameSubject(provider, known.subject, claims.subject))
    return { user: known, remarks: [] }
  const user = known && (await bind(tx, provider, { ...claims, email }))
  if (user) return { user, remarks: [] }
  if (known?.issuer === provider.issuer && known.subject === null)
    return { rejected: 'user-inactive', values: { state: known.state }, userId: known.id }
  if (known?.issuer === provider.issuer)
    return { rejected: 'subject-changed', values: { email, name: known.full_name }, userId: known.id }
  if (known) return { rejected: 'user-elsewhere', values: { email }, userId: known.id }
  if (!provider.allowUserCreation) return { rejected: 'user-unknown', values: { email } }
  if (await isForbiddenDomain(tx, domain)) return { rejected: 'domain-forbidden', values: { domain } }
  return create(tx, provider, { ...claims, email }, { ...actor, domain })
}

/**
 * Many providers never say that they verified an address (Microsoft Entra). Where an administrator routed the domain
 * itself to one, that provider is the authority on its addresses; no other user can sign in with its issuer.
 */
export function isTrusted({ trustsRoutedAddresses, domains }: OutsideProvider, domain: string): boolean {
  return trustsRoutedAddresses && domains.includes(domain)
}

/** A provider for every domain does not authenticate users of a domain routed to another one. */
export async function speaksFor(tx: Tx, provider: OutsideProvider, email: string, domain: string): Promise<boolean> {
  if (provider.domains.includes(domain)) return true
  if (!providerForDomain([provider], email)) return false
  const { rows } = await sql`
    select 1 from identity_providers where enabled and id <> ${provider.id} and ${domain} = any(domains)`.execute(tx)
  return rows.length === 0
}

/** A user is bound who was invited, or is active, and has no credential here. */
async function bind(
  tx: Tx,
  { issuer }: OutsideProvider,
  { email, subject }: Addressed,
): Promise<RecognisedUser | undefined> {
  const known = await tx
    .selectFrom('users')
    .select(userColumns)
    .where('email', '=', email)
    .where(sql<boolean>`(issuer is null or (issuer = ${issuer} and subject is null))`)
    .where(sql<boolean>`not exists (select from user_passwords p where p.user_id = users.id)`)
    .where(sql<boolean>`not exists (select from passkeys k where k.user_id = users.id)`)
    .forUpdate()
    .executeTakeFirst()
  const begins = known?.state === 'staged' || known?.state === 'provisioned'
  if (!known || !(begins || maySignIn(known))) return undefined
  const state = begins ? 'active' : known.state
  await updateUserRow(tx, known.id, { issuer, subject, state, version: sql<number>`version + 1` })
  const user = { ...known, state }
  const fact = { subject: user.id, data: { issuer } }
  await recordEvent(tx, begins ? userActivated : userBound, actorIs(user), fact)
  return user
}

async function create(
  tx: Tx,
  { issuer, name, useExternalAcl }: OutsideProvider,
  { email, subject, name: called }: Addressed,
  { domain, ...actor }: EventActor & { domain: string },
): Promise<SignInResult> {
  const fullName = called?.replace(/\s+/g, ' ').slice(0, 200) ?? email.slice(0, email.lastIndexOf('@'))
  const id = await insertUserRow(tx, { email, full_name: fullName, state: 'active', issuer, subject })
  const user = await tx.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirstOrThrow()
  const by = { ...actor, ...actorIs(user) }
  await recordEvent(tx, userCreated, by, { subject: user.id, data: { email, fullName, provider: name } })
  await recordEvent(tx, userActivated, by, { subject: user.id, data: { issuer } })
  return { user, remarks: useExternalAcl ? [] : await land(tx, name, user, domain) }
}

/**
 * As USER in the one account that allows the domain; where several do, or none, users choose an account and request to
 * join.
 */
async function land(tx: Tx, provider: string, { id }: RecognisedUser, domain: string): Promise<AttemptStep[]> {
  const [account, another] = await accountsOfDomain(tx, domain)
  if (!account) return [{ step: 'person', finding: 'no-account', values: { domain } }]
  if (another) return [{ step: 'person', finding: 'several-accounts', values: { domain } }]
  const user = await userWhere(tx, sql`u.id = ${id}`)
  const wanted = [{ role: 'USER', account: account.name }]
  const hindrances = await setRolesOfProvider(tx, { userName: provider }, user!, wanted)
  return hindrances.map((finding) => ({ step: 'person', finding }))
}

function actorIs({ id, full_name }: RecognisedUser) {
  return { userId: id, userName: full_name }
}
