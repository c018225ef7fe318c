import { createHash, randomBytes } from 'node:crypto'
import { isVendorRole } from '#features/access/roles/contract.ts'
import type { TestApp } from './app.ts'

/** A user made for a test, with an API token to call with. */
export type TestUser = {
  readonly id: number
  readonly email: string
  readonly token: string
  readonly headers: Readonly<Record<string, string>>
}

/** An account made for a test. */
export type MadeAccount = { readonly id: number; readonly name: string }

/** Makes an account with one deployment. */
export async function makeAccount(
  { portal: { db } }: Pick<TestApp, 'portal'>,
  name: string,
  more: { parent?: MadeAccount; viewOnly?: boolean; federated?: boolean } = {},
): Promise<MadeAccount> {
  const { id } = await db
    .insertInto('accounts')
    .values({
      name,
      display_name: name.replaceAll('-', ' '),
      region: 'EMEA',
      time_zone: 'Europe/Berlin',
      project_key: `P${randomBytes(4).toString('hex').toUpperCase()}`,
      parent_id: more.parent?.id ?? null,
      is_federated: more.federated ?? more.parent !== undefined,
      view_only: more.viewOnly ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('deployments')
    .values({
      account_id: id,
      name: `${name}-1`,
      version: 'cOS-DOCSIS',
      type: 'DOCSIS',
      software_version: '1.22.0',
      stage: 'LIFT',
    })
    .execute()
  return { id, name }
}

/** Makes an active user with one role: a vendor role everywhere, a customer role in the account. */
export async function userWith({ portal: { db } }: TestApp, role: string, account?: MadeAccount): Promise<TestUser> {
  const email = `${role.toLowerCase().replaceAll('_', '.')}-${randomBytes(4).toString('hex')}@people.example`
  const { id } = await db
    .insertInto('users')
    .values({ email, full_name: `User With ${role}`, state: 'active' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('role_grants')
    .values({ user_id: id, role, account_id: isVendorRole(role) ? null : (account?.id ?? null) })
    .execute()
  return { id, email, ...(await tokenOf({ portal: { db } }, id)) }
}

/** Makes an API token of a user, with all permissions that the user has. */
export async function tokenOf(
  { portal: { db } }: { readonly portal: Pick<TestApp['portal'], 'db'> },
  userId: number,
): Promise<Pick<TestUser, 'token' | 'headers'>> {
  const token = `hdt_${randomBytes(32).toString('base64url')}`
  const hash = createHash('sha256').update(token).digest()
  await db
    .insertInto('api_tokens')
    .values({ user_id: userId, name: 'test', hash, permissions: null, expires_at: new Date(Date.now() + 86_400_000) })
    .execute()
  return { token, headers: { authorization: `Bearer ${token}` } }
}

/** Sets the seats of an account instead of those of its plan. */
export async function setSeats({ portal: { db } }: TestApp, { id }: MadeAccount, seats: number): Promise<void> {
  await db
    .insertInto('facet_overrides')
    .columns(['account_id', 'facet_id', 'number_value'])
    .expression((from) =>
      from
        .selectFrom('facets')
        .select(({ val }) => [val(id).as('account_id'), 'id', val(seats).as('number_value')])
        .where('name', '=', 'facet-users-max-users'),
    )
    .onConflict((conflict) => conflict.columns(['account_id', 'facet_id']).doUpdateSet({ number_value: seats }))
    .execute()
}
