import { isVendorRole } from '#features/access/roles/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { assignRoles } from '../contract.ts'

/** A role to grant or revoke; vendor roles have no account. */
export type RoleChange = {
  readonly role: string
  readonly account: string | null
  readonly accountId: number | null
  readonly add: boolean
}

/** A change as a request writes it: the account beside the role, or behind it (`USER:nordfeld-kabel`). */
type WrittenChange = { readonly role: string; readonly account?: string | null | undefined; readonly add: boolean }

/** Finds the accounts in the changes. One that the session may not grant roles in is treated as unknown. */
export async function readChanges(
  tx: Tx,
  session: Session,
  writtenChanges: readonly WrittenChange[],
  path: (index: number) => string,
): Promise<RoleChange[]> {
  const split = writtenChanges.map(({ role, account, add }) => {
    const [name = '', behind] = role.split(':')
    return { role: name, account: behind ?? (isVendorRole(name) ? null : (account ?? null)), add }
  })
  const ids = await accountIds(
    tx,
    session,
    split.flatMap(({ account }) => account ?? []),
  )
  return split.map((change, index) => {
    const accountId = change.account === null ? null : ids.get(change.account)
    if (accountId === undefined) throwFieldProblem(path(index), 'is not an account that you give roles in')
    return { ...change, accountId }
  })
}

async function accountIds(tx: Tx, session: Session, names: readonly string[]): Promise<Map<string, number>> {
  const mine = names.filter((name) => hasPermission(session, assignRoles, name))
  if (mine.length === 0) return new Map()
  const rows = await tx
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('name', 'in', mine)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}
