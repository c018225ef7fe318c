import { customerRoles, isVendorRole } from '#features/roles/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { type Doer, recordEvent } from '#kit/server/events/event.ts'
import { rolesChanged } from '../contract.ts'

/** Gives a role: a vendor role everywhere, a customer role in the named account. Throws in plain words when they do not go together. */
export async function grantRole(
  tx: Tx,
  doer: Doer,
  { personId, role, account }: { personId: number; role: string; account?: string | undefined },
): Promise<void> {
  const customer = Object.hasOwn(customerRoles, role)
  if (!customer && !isVendorRole(role)) throw new Error(`${role} is not a role`)
  if (customer !== (account !== undefined))
    throw new Error(
      customer ? `${role} is held in an account: ${role}:ACCOUNT` : `${role} is held everywhere, without an account`,
    )
  const found =
    account === undefined
      ? undefined
      : await tx
          .selectFrom('accounts')
          .select('id')
          .where('name', '=', account)
          .where('deleted_at', 'is', null)
          .executeTakeFirst()
  if (account !== undefined && !found) throw new Error(`there is no account ${account}`)
  await tx
    .insertInto('role_grants')
    .values({ user_id: personId, role, account_id: found?.id ?? null, granted_by: doer.personId ?? null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await recordEvent(tx, rolesChanged, doer, {
    subject: personId,
    account: found?.id ?? null,
    data: { role, account: account ?? '*', add: true },
  })
}
