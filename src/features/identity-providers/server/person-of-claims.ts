import { sql } from 'kysely'
import type { IDToken } from 'openid-client'
import { userActivated } from '#features/users/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import type { Provider } from './providers.ts'

const columns = ['id', 'email', 'full_name', 'state', 'state_before'] as const
/** A person as sign-in sees them. */
export type Person = {
  readonly id: number
  readonly email: string
  readonly full_name: string
  readonly state: string
  readonly state_before: string | null
}

/**
 * Whom the provider's claims mean: (issuer, subject), never the e-mail alone. The one exception is an invitation: a
 * person who never had a credential here is bound, once, to the provider that their domain is routed to, when it has
 * verified the address.
 */
export async function personOfClaims(tx: Tx, provider: Provider, claims: IDToken): Promise<Person | undefined> {
  if (!provider.outside)
    return tx
      .selectFrom('users')
      .select(columns)
      .where('id', '=', Number(claims.sub))
      .where('issuer', 'is', null)
      .executeTakeFirst()
  const known = await tx
    .selectFrom('users')
    .select(columns)
    .where('issuer', '=', provider.outside.issuer)
    .where('subject', '=', claims.sub)
    .executeTakeFirst()
  return known ?? bindInvited(tx, provider, provider.outside.issuer, claims)
}

/** Only active people, and candidates for deletion who were active, can sign in (decisions 2.6). */
export function maySignIn({ state, state_before }: Pick<Person, 'state' | 'state_before'>): boolean {
  return state === 'active' || (state === 'candidateForDeletion' && state_before === 'active')
}

async function bindInvited(
  tx: Tx,
  { domains }: Provider,
  issuer: string,
  claims: IDToken,
): Promise<Person | undefined> {
  const email = typeof claims.email === 'string' ? claims.email.toLowerCase() : ''
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (claims.email_verified !== true || !(domains.includes(domain) || domains.includes('*'))) return undefined
  const person = await tx
    .updateTable('users')
    .set({ issuer, subject: claims.sub, state: 'active', version: sql`version + 1` })
    .where('email', '=', email)
    .where('issuer', 'is', null)
    .where('state', 'in', ['staged', 'provisioned'])
    .where((where) =>
      where.not(
        where.exists(where.selectFrom('user_passwords').select('user_id').whereRef('user_id', '=', 'users.id')),
      ),
    )
    .returning(columns)
    .executeTakeFirst()
  if (person)
    await recordEvent(
      tx,
      userActivated,
      { personId: person.id, personName: person.full_name },
      { subject: person.id, data: { issuer } },
    )
  return person
}
