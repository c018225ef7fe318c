import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'

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
