import { sql } from 'kysely'
import { domainOf } from '#features/domains/contract.ts'
import { accountsOfDomain, isForbiddenDomain } from '#features/domains/server/index.ts'
import { setRolesOfProvider } from '#features/role-grants/server/index.ts'
import { personWhere } from '#features/user-management/server/index.ts'
import { userActivated, userCreated } from '#features/users/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { type Doer, recordEvent } from '#kit/server/events/event.ts'
import type { StepNote } from '../attempts/attempt-log.ts'
import type { Provider } from '../providers.ts'
import type { Claims } from './claims.ts'
import { type Person, personColumns, type Recognised } from './recognised.ts'

type OutsideProvider = Provider & { readonly issuer: string }
type Addressed = Claims & { readonly email: string }

/**
 * Somebody who comes from the provider for the first time. An invited person who never had a credential is bound, once, to
 * the provider that their domain is routed to, when it has verified the address. Whoever is not known at all is made a
 * person where the provider may do so.
 */
export async function newcomer(tx: Tx, provider: OutsideProvider, claims: Claims, doer: Doer): Promise<Recognised> {
  const { email } = claims
  const domain = email ? domainOf(email) : null
  if (!email || !domain) return { refused: 'email-missing' }
  if (!claims.emailVerified) return { refused: 'email-unverified', values: { email } }
  if (!provider.domains.includes(domain) && !provider.domains.includes('*'))
    return { refused: 'domain-not-routed', values: { domain } }
  // Who comes twice at once is one person.
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 19))`.execute(tx)
  const known = await tx
    .selectFrom('users')
    .select([...personColumns, 'issuer', 'subject'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (known?.issuer === provider.issuer && known.subject === claims.subject) return { person: known, remarks: [] }
  const person = known && (await bindInvited(tx, provider, { ...claims, email }))
  if (person) return { person, remarks: [] }
  if (known) return { refused: 'person-elsewhere', values: { email }, personId: known.id }
  if (!provider.allowUserCreation) return { refused: 'person-unknown', values: { email } }
  if (await isForbiddenDomain(tx, domain)) return { refused: 'domain-forbidden', values: { domain } }
  return create(tx, provider, { ...claims, email }, { ...doer, domain })
}

async function bindInvited(
  tx: Tx,
  { issuer }: OutsideProvider,
  { email, subject }: Addressed,
): Promise<Person | undefined> {
  const person = await tx
    .updateTable('users')
    .set({ issuer, subject, state: 'active', version: sql`version + 1` })
    .where('email', '=', email)
    .where(sql<boolean>`(issuer is null or (issuer = ${issuer} and subject is null))`)
    .where('state', 'in', ['staged', 'provisioned'])
    .where((where) =>
      where.not(
        where.exists(where.selectFrom('user_passwords').select('user_id').whereRef('user_id', '=', 'users.id')),
      ),
    )
    .returning(personColumns)
    .executeTakeFirst()
  if (person) await recordEvent(tx, userActivated, doerIs(person), { subject: person.id, data: { issuer } })
  return person
}

async function create(
  tx: Tx,
  { issuer, name, useExternalAcl }: OutsideProvider,
  { email, subject, name: called }: Addressed,
  { domain, ...doer }: Doer & { domain: string },
): Promise<Recognised> {
  const fullName = called?.replace(/\s+/g, ' ').slice(0, 200) ?? email.slice(0, email.lastIndexOf('@'))
  const person = await tx
    .insertInto('users')
    .values({ email, full_name: fullName, state: 'active', issuer, subject })
    .returning(personColumns)
    .executeTakeFirstOrThrow()
  const by = { ...doer, ...doerIs(person) }
  await recordEvent(tx, userCreated, by, { subject: person.id, data: { email, fullName, provider: name } })
  await recordEvent(tx, userActivated, by, { subject: person.id, data: { issuer } })
  return { person, remarks: useExternalAcl ? [] : await land(tx, name, person, domain) }
}

/** As USER in the one account that allows the domain; where several do, or none, they choose for themselves and ask to join. */
async function land(tx: Tx, provider: string, { id }: Person, domain: string): Promise<StepNote[]> {
  const [account, another] = await accountsOfDomain(tx, domain)
  if (!account) return [{ step: 'person', finding: 'no-account', values: { domain } }]
  if (another) return [{ step: 'person', finding: 'several-accounts', values: { domain } }]
  const person = await personWhere(tx, sql`u.id = ${id}`)
  const wanted = [{ role: 'USER', account: account.name }]
  const hindrances = await setRolesOfProvider(tx, { personName: provider }, person!, wanted)
  return hindrances.map((finding) => ({ step: 'person', finding }))
}

function doerIs({ id, full_name }: Person): Doer {
  return { personId: id, personName: full_name }
}
