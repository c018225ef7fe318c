import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { customerRoles, liftRoles, vendorRoles } from '#features/roles/contract.ts'
import type { Actor } from '#kit/contract/permission.ts'
import type { Database } from '#kit/server/database.ts'

/** A person with their rights as they are now. */
export type PersonRights = {
  readonly actor: Actor
  readonly accountIds: ReadonlyMap<string, number>
  readonly version: string
}

const customers = Object.keys(customerRoles)
const everywhere = Object.keys(vendorRoles).filter((role) => !(liftRoles as readonly string[]).includes(role))
const lift: readonly string[] = liftRoles

/**
 * Reads a person's rights: vendor roles everywhere, LIFT roles in the accounts with a LIFT deployment, customer roles
 * in their account (read-only where that is a view-only one) and, of a federated parent, in its visible children. Null when there is no such person.
 */
export async function personRights(db: Database, personId: number): Promise<PersonRights | null> {
  const person = await db
    .selectFrom('users')
    .select(['id', 'email', 'full_name', 'state', 'state_before'])
    .where('id', '=', personId)
    .executeTakeFirst()
  if (!person || !mayKeepSession(person)) return null
  const [held, assigned] = await Promise.all([heldRoles(db, personId), assignedAccounts(db, personId)])
  const actor: Actor = {
    id: String(person.id),
    username: person.email,
    fullName: person.full_name,
    roles: held.map(({ role, account, viewOnly }) => ({ role, account, ...(viewOnly ? { viewOnly } : {}) })),
    assignedAccounts: assigned.map(({ name }) => name),
  }
  const accountIds = new Map<string, number>()
  for (const { account, id } of held) if (id !== null) accountIds.set(account, id)
  for (const { name, id } of assigned) accountIds.set(name, id)
  const version = createHash('sha256').update(JSON.stringify(actor)).digest('base64url').slice(0, 16)
  return { actor, accountIds, version }
}

/** Guessing at somebody's password locks new sign-ins, not the work under way; every other loss of *active* ends it. */
function mayKeepSession({ state, state_before }: { state: string; state_before: string | null }): boolean {
  return state === 'active' || state === 'lockedOut' || (state === 'candidateForDeletion' && state_before === 'active')
}

async function heldRoles(db: Database, personId: number) {
  const { rows } = await sql<{ role: string; account: string; id: number | null; viewOnly: true | null }>`
    with held as (select role, account_id from role_grants where user_id = ${personId})
    select role, '*' as account, null::bigint as id, null::boolean as "viewOnly" from held where account_id is null and role = any(${everywhere})
    union
    select held.role, a.name, a.id, case when a.view_only then true end from held join accounts a on a.id = held.account_id
      where held.role = any(${customers}) and a.deleted_at is null
    union
    select held.role, child.name, child.id, null from held
      join accounts parent on parent.id = held.account_id and parent.is_federated and parent.parent_id is null and parent.deleted_at is null
      join accounts child on child.parent_id = parent.id and child.is_federated and not child.view_only and child.deleted_at is null
      where held.role = any(${customers})
    union
    select held.role, a.name, a.id, null from held join deployments d on d.stage = 'LIFT'
      join accounts a on a.id = d.account_id and a.deleted_at is null
      where held.account_id is null and held.role = any(${lift})
    order by 1, 2`.execute(db)
  return rows
}

async function assignedAccounts(db: Database, personId: number): Promise<{ name: string; id: number }[]> {
  return db
    .selectFrom('accounts')
    .select(['name', 'id'])
    .where('csm_id', '=', personId)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute()
}
