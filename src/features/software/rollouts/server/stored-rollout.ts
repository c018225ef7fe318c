import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { rolloutProblems } from '../contract.ts'
import type { StoredRing } from './ring-facts.ts'

type UserRef = { readonly id: number; readonly fullName: string }

/** A rollout as commands and the job read it. */
export type StoredRollout = {
  readonly id: number
  readonly bundleId: number
  readonly bundleName: string
  readonly state: 'RUNNING' | 'DONE' | 'STOPPED'
  readonly note: string | null
  readonly isSecurity: boolean
  readonly by: UserRef
  readonly impersonator: UserRef | undefined
  readonly version: number
}

/** The rollout, locked until the transaction ends; undefined without one. */
export async function lockRollout(tx: Tx, id: number): Promise<StoredRollout | undefined> {
  const { rows } = await sql<
    Omit<StoredRollout, 'by' | 'impersonator'> & { by: UserRef; impersonator: UserRef | null }
  >`
    select o.id, o.bundle_id as "bundleId", b.name as "bundleName", o.state, o.note, o.is_security as "isSecurity", o.version,
      json_build_object('id', u.id, 'fullName', u.full_name) as by,
      case when i.id is not null then json_build_object('id', i.id, 'fullName', i.full_name) end as impersonator
    from rollouts o join bundles b on b.id = o.bundle_id join users u on u.id = o.created_by
      left join users i on i.id = o.created_by_impersonator
    where o.id = ${id} for update of o`.execute(tx)
  const row = rows[0]
  return row && { ...row, impersonator: row.impersonator ?? undefined }
}

/** The running rollout of a command, locked. */
export async function requireRunning(tx: Tx, id: string): Promise<StoredRollout> {
  const rollout = (await lockRollout(tx, Number(id))) ?? throwProblem(rolloutProblems['rollout-not-found'])
  if (rollout.state !== 'RUNNING') throwProblem(rolloutProblems['rollout-not-running'])
  return rollout
}

/** The rings of a rollout in order. */
export async function ringsOf(tx: Tx, id: number): Promise<StoredRing[]> {
  const { rows } = await sql<StoredRing>`
    select position, group_name as "group", state, soak_minutes as "soakMinutes", gates, soaking_at as soaking, overrides
    from rollout_rings where rollout_id = ${id} order by position`.execute(tx)
  return rows
}

/** Marks a rollout as changed now. */
export async function touchRollout(tx: Tx, id: number): Promise<void> {
  await sql`update rollouts set version = version + 1, updated_at = clock_timestamp() where id = ${id}`.execute(tx)
}
