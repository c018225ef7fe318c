import { type RawBuilder, sql } from 'kysely'
import { allows, type Permission } from '#kit/contract/permission.ts'
import type { Database, Tx } from '#kit/server/database.ts'
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
export function makerHolds({ id, row }: Maker, wanted: Permission, account?: string): boolean {
  if (id === null) return true
  const actor = parsePermissions(row)?.actor
  const roles = actor?.roles.map(({ role, account: where }) => ({ role, account: where }))
  return actor !== undefined && roles !== undefined && allows({ ...actor, roles }, wanted, account)
}

/** Machine access of one kind, which users answer for and can hand over to others. */
export type MachineAccess = {
  readonly kind: string
  /** What the user answers for, with the display name of its account. */
  find(db: Database, userId: number): Promise<{ readonly name: string; readonly account: string | null }[]>
  /** Makes another user answer for all of it; returns how many. */
  handOver(tx: Tx, from: number, to: number): Promise<number>
}

/** Machine access in a table `t` with the column `created_by`; the rest is SQL: `works` is true while it can be used. */
export function machineAccess(
  kind: string,
  from: { table: string; name: string; account: string; works?: string; set?: string },
): MachineAccess {
  const works = sql.raw(from.works ?? 'true')
  const table = sql.raw(from.table)
  return {
    kind,
    async find(db, userId) {
      const { rows } = await sql<{ name: string; account: string | null }>`
        select ${sql.raw(from.name)} as name, (${sql.raw(from.account)}) as account from ${table} t
        where t.created_by = ${userId} and ${works} order by 1`.execute(db)
      return rows
    },
    async handOver(tx, before, to) {
      const { rows } = await sql`
        update ${table} t set created_by = ${to}${sql.raw(from.set ?? '')} where t.created_by = ${before} and ${works} returning 1`.execute(
        tx,
      )
      return rows.length
    },
  }
}
