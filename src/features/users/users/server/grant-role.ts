import { customerRoles, isVendorRole } from '#features/access/roles/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import type { EventActor } from '#kit/server/events/event.ts'
import { writeRoles } from './write-roles.ts'

/**
 * Grants a role: a vendor role everywhere, a customer role in the named account, whose id it returns. Throws a plain
 * message when they do not fit.
 */
export async function grantRole(
  tx: Tx,
  actor: EventActor,
  { userId, role, account }: { userId: number; role: string; account?: string | undefined },
): Promise<number | null> {
  const customer = Object.hasOwn(customerRoles, role)
  if (!customer && !isVendorRole(role)) throw new Error(`${role} is not a role`)
  if (customer !== (account !== undefined))
    throw new Error(
      customer ? `${role} is held in an account: ${role}:ACCOUNT` : `${role} is held everywhere, without an account`,
    )
  const accountRow =
    account === undefined
      ? undefined
      : await tx
          .selectFrom('accounts')
          .select('id')
          .where('name', '=', account)
          .where('deleted_at', 'is', null)
          .executeTakeFirst()
  if (account !== undefined && !accountRow) throw new Error(`there is no account ${account}`)
  const givenRoles = [{ role, account: account ?? null, accountId: accountRow?.id ?? null }]
  await writeRoles(tx, actor, userId, { given: givenRoles, taken: [] })
  return accountRow?.id ?? null
}
