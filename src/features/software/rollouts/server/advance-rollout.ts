import { sql } from 'kysely'
import { lockedBundleOfJob, type StoredBundle } from '#features/software/bundles/server/index.ts'
import { releaseProblems } from '#features/software/releases/contract.ts'
import { contentObstacle } from '#features/software/releases/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { noUser, recordEvent } from '#kit/server/events/event.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { type BundleObstacle, type RolloutCheck, ringDone, ringHeld, ringSoaking, rolloutDone } from '../contract.ts'
import { isSettled, judgeRing } from './judge-ring.ts'
import { readFacts, type StoredRing } from './ring-facts.ts'
import { startRing } from './start-ring.ts'
import { lockRollout, ringsOf, type StoredRollout, touchRollout } from './stored-rollout.ts'

/** Takes every running rollout as far as its checks allow. */
export async function advanceRollouts(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  now: number,
  stopping?: AbortSignal,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from rollouts where state = 'RUNNING' order by id`.execute(db)
  for (const { id } of rows) {
    if (stopping?.aborted) return
    // One that fails stops no other; the next minute tries it again.
    await inTransaction(db, (tx) => advanceRollout(tx, id, now)).catch((failure: unknown) =>
      log.warn({ err: failure, rollout: id }, 'a rollout was not evaluated'),
    )
  }
}

/** Takes a rollout on until its current ring has to wait: a ring without soak time whose accounts have it ends at once. */
async function advanceRollout(tx: Tx, id: number, now: number): Promise<void> {
  while (await advanceOnce(tx, id, now));
}

/** Evaluates the current ring: it soaks, is held, or ends, and the next begins. True when a ring began. */
async function advanceOnce(tx: Tx, id: number, now: number): Promise<boolean> {
  const rollout = await lockRollout(tx, id)
  if (rollout?.state !== 'RUNNING') return false
  const bundle = await lockedBundleOfJob(tx, rollout.bundleId)
  if (!bundle) return false
  const rings = await ringsOf(tx, id)
  const obstacle = await obstacleOf(tx, bundle)
  const index = rings.findIndex(({ state }) => state !== 'DONE')
  const ring = rings[index]
  if (!ring) return false
  if (ring.state === 'WAITING' || ring.state === 'HELD') return begin(tx, { rollout, ring, bundle, obstacle, now })
  const facts = await readFacts(tx, id, ring)
  const isSoaking = facts.accounts.every(({ state }) => isSettled(state))
  const soaking = isSoaking ? (facts.soaking ?? now) : null
  if (isSoaking && ring.state === 'RELEASING') await soak(tx, rollout, ring, now)
  const checks = judgeRing({ ...facts, soaking, now, obstacle })
  const next = rings[index + 1]
  await storeChecks(tx, id, ring.position, checks, now)
  if (!checks.every(({ state }) => state === 'PASSED' || state === 'OVERRIDDEN')) return hold(tx, rollout, next, checks)
  await sql`update rollout_rings set state = 'DONE', done_at = clock_timestamp() where rollout_id = ${id} and position = ${ring.position}`.execute(
    tx,
  )
  await recordEvent(tx, ringDone, noUser, {
    subject: id,
    data: { what: bundle.name, ring: ring.position, group: ring.group },
  })
  await touchRollout(tx, id)
  if (next) {
    await startRing(tx, rollout, next, bundle)
    return true
  }
  await sql`update rollouts set state = 'DONE' where id = ${id}`.execute(tx)
  await recordEvent(tx, rolloutDone, noUser, { subject: id, data: { what: rollout.bundleName } })
  return false
}

type Beginning = {
  readonly rollout: StoredRollout
  readonly ring: StoredRing
  readonly bundle: StoredBundle
  readonly obstacle: BundleObstacle | null
  readonly now: number
}

/** Begins the first ring unless the bundle cannot be released. */
async function begin(tx: Tx, { rollout, ring, bundle, obstacle, now }: Beginning): Promise<boolean> {
  if (obstacle) {
    const check: RolloutCheck = {
      check: 'bundle',
      state: 'FAILED',
      actual: 0,
      required: 1,
      keys: [],
      obstacle,
      override: null,
    }
    await storeChecks(tx, rollout.id, ring.position, [check], now)
    return hold(tx, rollout, ring, [check])
  }
  await touchRollout(tx, rollout.id)
  await startRing(tx, rollout, ring, bundle)
  return true
}

async function soak(
  tx: Tx,
  { id, bundleName: what }: StoredRollout,
  { position, group }: StoredRing,
  now: number,
): Promise<void> {
  await sql`update rollout_rings set state = 'SOAKING', soaking_at = ${new Date(now)} where rollout_id = ${id} and position = ${position}`.execute(
    tx,
  )
  await recordEvent(tx, ringSoaking, noUser, { subject: id, data: { what, ring: position, group } })
  await touchRollout(tx, id)
}

/** The ring that follows waits, or is held by the checks that failed; a change of these is recorded. */
async function hold(
  tx: Tx,
  { id, bundleName: what }: StoredRollout,
  next: StoredRing | undefined,
  checks: readonly RolloutCheck[],
): Promise<false> {
  if (!next) return false
  const { position, group } = next
  const failedChecks = checks.filter(({ state }) => state === 'FAILED').map(({ check }) => check)
  const { rows } = await sql`
    update rollout_rings set state = ${failedChecks.length > 0 ? 'HELD' : 'WAITING'}, held_by = ${failedChecks}::text[]
    where rollout_id = ${id} and position = ${position} and held_by <> ${failedChecks}::text[] returning position`.execute(
    tx,
  )
  if (rows.length === 0) return false
  await touchRollout(tx, id)
  if (failedChecks.length > 0)
    await recordEvent(tx, ringHeld, noUser, {
      subject: id,
      data: { what, ring: position, group, checks: failedChecks },
    })
  return false
}

async function storeChecks(
  tx: Tx,
  id: number,
  position: number,
  checks: readonly RolloutCheck[],
  now: number,
): Promise<void> {
  await sql`update rollout_rings set checks = ${JSON.stringify(checks)}::jsonb, checked_at = ${new Date(now)}
    where rollout_id = ${id} and position = ${position}`.execute(tx)
}

async function obstacleOf(tx: Tx, bundle: StoredBundle): Promise<BundleObstacle | null> {
  if (bundle.status !== 'ACTIVE') return bundle.status
  const obstacle = await contentObstacle(tx, bundle)
  if (!obstacle) return null
  return obstacle.problem.code === releaseProblems['release-bundle-empty'].code ? 'EMPTY' : 'NOT_IN_STORAGE'
}
