import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { type BundleStatus, bundleProblems } from '../contract.ts'
import { bundleSeen } from './bundle-scope.ts'

/** A bundle as commands read it. */
export type StoredBundle = {
  readonly id: number
  readonly name: string
  readonly status: BundleStatus
  readonly reason: string | null
  readonly deploymentType: 'DOCSIS' | 'CN-DOCSIS' | 'CN-PON'
  readonly product: string | null
  readonly productVersion: string | null
  readonly version: number
}

const columns = sql`b.id, b.name, b.status, b.reason, b.deployment_type as "deploymentType", b.product,
  b.product_version as "productVersion", b.version`

/** The bundle of that id within what the session sees, else 404. */
export function readableBundle(db: Database | Tx, session: Session, id: string): Promise<StoredBundle> {
  return findOne(db, session, id, '')
}

/** The same, locked until the transaction ends: the command acts on exactly what it read. */
export function lockedBundle(tx: Tx, session: Session, id: string): Promise<StoredBundle> {
  return findOne(tx, session, id, 'for update of b')
}

/**
 * The same, with a shared lock: it does not change until the transaction ends; others may lock it so at the same time.
 */
export function sharedBundle(tx: Tx, session: Session, id: string): Promise<StoredBundle> {
  return findOne(tx, session, id, 'for share of b')
}

/** The bundle of a job, locked until the transaction ends; undefined when it was deleted. */
export async function lockedBundleOfJob(tx: Tx, id: number): Promise<StoredBundle | undefined> {
  const { rows } = await sql<StoredBundle>`select ${columns} from bundles b where b.id = ${id} for update`.execute(tx)
  return rows[0]
}

async function findOne(db: Database | Tx, session: Session, id: string, lock: string): Promise<StoredBundle> {
  if (!/^\d{1,15}$/.test(id)) throwProblem(bundleProblems['bundle-not-found'])
  const { rows } = await sql<StoredBundle>`
    select ${columns} from bundles b where b.id = ${id} and ${bundleSeen(session)} ${sql.raw(lock)}`.execute(db)
  return rows[0] ?? throwProblem(bundleProblems['bundle-not-found'])
}

/** Rejects a change of a bundle at its end of life. */
export function requireEditable({ status, name }: Pick<StoredBundle, 'status' | 'name'>): void {
  if (status === 'END_OF_LIFE') throwProblem(bundleProblems['bundle-end-of-life'], { name })
}

/** Rejects release actions on a bundle that is on hold or at its end of life. */
export function requireReleasable({ status, name, reason }: Pick<StoredBundle, 'status' | 'name' | 'reason'>): void {
  requireEditable({ status, name })
  if (status === 'ON_HOLD')
    throwProblem(bundleProblems['bundle-on-hold'], { name, reason: reason ?? 'no reason was given.' })
}

/** Marks the bundle as changed now. */
export async function touchBundle(tx: Tx, id: number): Promise<void> {
  await sql`update bundles set version = version + 1, updated_at = clock_timestamp() where id = ${id}`.execute(tx)
}
