import type { UserRole } from '#features/users/user-management/contract.ts'

/** A role in an account, or, for a vendor role, everywhere (null). */
export type Cell = { readonly role: string; readonly account: string | null }

/** The wanted state of the changed cells, by `keyOf`; it holds whatever others do to the same cell meanwhile. */
export type Draft = ReadonlyMap<string, boolean>

/** The key of a cell, as the API writes a role of an account. */
export function keyOf({ role, account }: Cell): string {
  return account === null ? role : `${role}:${account}`
}

/** The cell of a key. */
export function cellOf(key: string): Cell {
  const [role = '', account = null] = key.split(':')
  return { role, account }
}

/** Whether the user has the role now. */
export function holdsRole(roles: readonly UserRole[], { role, account }: Cell): boolean {
  return roles.some((heldRole) => heldRole.role === role && heldRole.account === account)
}

/** Whether the cell is ticked, including the draft. */
export function isChecked(roles: readonly UserRole[], draft: Draft, cell: Cell): boolean {
  return draft.get(keyOf(cell)) ?? holdsRole(roles, cell)
}

/** The draft after ticking or unticking the cell; restored to its original state, a cell is no change. */
export function toggleCell(roles: readonly UserRole[], draft: Draft, cell: Cell): Draft {
  const next = new Map(draft)
  const isWanted = !isChecked(roles, draft, cell)
  if (isWanted === holdsRole(roles, cell)) next.delete(keyOf(cell))
  else next.set(keyOf(cell), isWanted)
  return next
}

/** The draft as API updates, without no-op changes. */
export function updatesOf(
  roles: readonly UserRole[],
  draft: Draft,
): { role: string; account: string | null; add: boolean }[] {
  return [...draft].flatMap(([key, add]) => {
    const cell = cellOf(key)
    return holdsRole(roles, cell) === add ? [] : [{ ...cell, add }]
  })
}
