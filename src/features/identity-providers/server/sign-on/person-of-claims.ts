import { sql } from 'kysely'
import { activeByDirectory } from '#features/user-management/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Doer } from '#kit/server/events/event.ts'
import { issuerOf, type Provider } from '../providers.ts'
import type { Claims } from './claims.ts'
import { newcomer } from './newcomer.ts'
import { maySignIn, personColumns, type Recognised } from './recognised.ts'
import { rolesOfClaims } from './roles-of-claims.ts'

/**
 * Whom the provider's claims mean: (issuer, subject), never the e-mail alone. Whoever is not known so is somebody who was
 * invited, or is new (see `newcomer`). Where the provider hands out the roles, they are from now on what it says.
 */
export async function personOfClaims(tx: Tx, provider: Provider, claims: Claims, doer: Doer): Promise<Recognised> {
  const issuer = issuerOf(provider)
  const known = await tx
    .selectFrom('users')
    .select(personColumns)
    .where(issuer === undefined ? sql<boolean>`issuer is null` : sql<boolean>`issuer = ${issuer}`)
    .where(
      issuer === undefined ? sql<boolean>`id = ${Number(claims.subject)}` : sql<boolean>`subject = ${claims.subject}`,
    )
    .executeTakeFirst()
  const found: Recognised =
    known || issuer === undefined
      ? known
        ? { person: known, remarks: [] }
        : { refused: 'person-unknown' }
      : await newcomer(tx, { ...provider, issuer }, claims, doer)
  if ('refused' in found) return found
  const { person, remarks } = found
  if (!maySignIn(person) && !(await activeByDirectory(tx, person.id, doer)))
    return { refused: 'person-inactive', values: { state: person.state }, personId: person.id }
  if (!provider.useExternalAcl) return found
  return { person, remarks: [...remarks, ...(await rolesOfClaims(tx, provider, claims, person.id))] }
}
