import { type RawBuilder, sql } from 'kysely'
import { allows, type Permission } from '#kit/contract/permission.ts'
import { type PermissionRow, parsePermissions, permissionsOf } from './user-permissions.ts'

/** The user who answers for machine access; `id` is null for access that the portal made itself. */
export type Maker = { readonly id: number | null; readonly row: PermissionRow | null }

/** The user with this id, as one column for `makerHolds`. */
export function makerOf(id: RawBuilder<unknown>): RawBuilder<Maker> {
  return sql`json_build_object('id', ${id}, 'row', ${permissionsOf(id)})`
}

/**
 * Whether the maker of machine access (a token of an account, a webhook, a link) may still make it: they work, and hold
 * the permission now, in the account if there is one. An account that has become view-only keeps its access.
 */
export function makerHolds({ id, row }: Maker, permission: Permission, account?: string): boolean {
  if (id === null) return true
  const actor = parsePermissions(row)?.actor
  const roles = actor?.roles.map(({ role, account: where }) => ({ role, account: where }))
  return actor !== undefined && roles !== undefined && allows({ ...actor, roles }, permission, account)
}
