import type { UserRole } from '#features/user-management/contract.ts'

/** A role in an account, or, for a vendor role, everywhere (null). */
export type Cell = { readonly role: string; readonly account: string | null }

/** What is to be changed about a person's roles: the cells that differ from how they are. */
export type Draft = ReadonlySet<string>

/** The name under which a cell is kept, as the API writes a role of an account. */
export function keyOf({ role, account }: Cell): string {
  return account === null ? role : `${role}:${account}`
}

/** The cell of a name. */
export function cellOf(key: string): Cell {
  const [role = '', account = null] = key.split(':')
  return { role, account }
}

/** Whether the person has the role now. */
export function holds(roles: readonly UserRole[], { role, account }: Cell): boolean {
  return roles.some((held) => held.role === role && held.account === account)
}

/** Whether the cell is ticked, with what was drafted. */
export function isTicked(roles: readonly UserRole[], draft: Draft, cell: Cell): boolean {
  return holds(roles, cell) !== draft.has(keyOf(cell))
}

/** The draft after the cell was ticked or unticked; back as it was, it is no change any more. */
export function toggled(draft: Draft, cell: Cell): Draft {
  const next = new Set(draft)
  if (!next.delete(keyOf(cell))) next.add(keyOf(cell))
  return next
}

/** The draft as the API takes it. */
export function updatesOf(
  roles: readonly UserRole[],
  draft: Draft,
): { role: string; account: string | null; add: boolean }[] {
  return [...draft].map((key) => {
    const cell = cellOf(key)
    return { ...cell, add: !holds(roles, cell) }
  })
}
