import { sql } from 'kysely'
import { lockedBundle, requireReleasable, type StoredBundle } from '#features/software/bundles/server/index.ts'
import { groupProblems } from '#features/software/distribution-groups/contract.ts'
import { bundleVersion } from '#features/software/overview/server/index.ts'
import { contentObstacle, rejectRow } from '#features/software/releases/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { addJob, defineJob } from '#kit/server/job.ts'
import { actorOfRequest, type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import {
  checkOverridden,
  type Gates,
  type overrideCheck,
  rolloutCreated,
  rolloutProblems,
  rolloutStopped,
  type startRollout,
  type stopRollout,
} from '../contract.ts'
import { rolloutPage } from './rollout-page.ts'
import { requireRunning, ringsOf, touchRollout } from './stored-rollout.ts'

/** The job that takes rollouts on. */
export const ADVANCE = defineJob('rollouts.advance')

/** A job takes the rollout on as soon as the transaction commits. */
export function advanceSoon(tx: Tx): Promise<void> {
  return addJob(tx, ADVANCE, {}, { key: `${ADVANCE.name} soon` })
}

/** Stores a rollout with the accounts that the groups have now; a job begins its first ring. */
export async function start(call: CommandContext<typeof startRollout>) {
  const { tx, session, body } = call
  const bundle = await lockedBundle(tx, session, body.bundleId)
  requireReleasable(bundle)
  const obstacle = await contentObstacle(tx, bundle)
  if (obstacle) throwProblem(obstacle.problem, obstacle.values)
  const running = await sql`select from rollouts where bundle_id = ${bundle.id} and state = 'RUNNING'`.execute(tx)
  if (running.rows.length > 0) throwProblem(rolloutProblems['rollout-running'], { name: bundle.name })
  const { rows } = await sql<{ id: number }>`
    insert into rollouts (bundle_id, is_security, note, created_by, created_by_impersonator)
    values (${bundle.id}, ${body.isSecurity ?? false}, ${body.note?.trim() ?? null}, ${session.userId}, ${session.impersonator?.id ?? null})
    returning id`.execute(tx)
  const { id } = rows[0]!
  const accounts = await storeRings(tx, id, bundle, body.rings)
  await call.record(rolloutCreated, { subject: id, data: { what: bundle.name, accounts } })
  await advanceSoon(tx)
  return rolloutPage(tx, session, String(id), 201)
}

/** Each account is in the first of the rings that have it. Returns how many there are. */
async function storeRings(
  tx: Tx,
  id: number,
  bundle: StoredBundle,
  rings: CommandContext<typeof startRollout>['body']['rings'],
): Promise<number> {
  const version = await sql<{
    version: string | null
  }>`select ${bundleVersion} as version from bundles b where b.id = ${bundle.id}`.execute(tx)
  let total = 0
  for (const [index, { group, soakMinutes, gates }] of rings.entries()) {
    const position = index + 1
    const { rows } = await sql<{
      name: string
    }>`select name from distribution_groups where id = ${group}::bigint for share`.execute(tx)
    const name = rows[0]?.name ?? throwProblem(groupProblems['distribution-group-not-found'])
    if (gates.minDeployedPercent != null && version.rows[0]?.version == null)
      throwFieldProblem(`rings.${index}.gates.minDeployedPercent`, 'needs a bundle with a product version')
    const all: Gates = {
      daysWithoutOutage: gates.daysWithoutOutage ?? null,
      maxOpenHighCases: gates.maxOpenHighCases ?? null,
      minDownloadedPercent: gates.minDownloadedPercent ?? null,
      minDeployedPercent: gates.minDeployedPercent ?? null,
    }
    await sql`insert into rollout_rings (rollout_id, position, group_name, soak_minutes, gates)
      values (${id}, ${position}, ${name}, ${soakMinutes}, ${JSON.stringify(all)}::jsonb)`.execute(tx)
    const insertion = await sql`
      insert into rollout_accounts (rollout_id, position, account_id)
      select ${id}, ${position}, a.id from distribution_group_accounts x join accounts a on a.id = x.account_id and a.deleted_at is null
      where x.group_id = ${group}::bigint
        and exists (select from deployments d where d.account_id = a.id and d.type = ${bundle.deploymentType})
      on conflict do nothing returning account_id`.execute(tx)
    if (insertion.rows.length === 0)
      throwFieldProblem(
        `rings.${index}.group`,
        `has no account with a ${bundle.deploymentType} deployment that is not in a ring before`,
      )
    total += insertion.rows.length
  }
  return total
}

/** Overrides a check that holds the current ring; never by the user who started the rollout. */
export async function override(call: CommandContext<typeof overrideCheck>) {
  const { tx, session, params, body } = call
  const rollout = await requireRunning(tx, params.id)
  requireVersion(call, rollout.version)
  const own = [rollout.by.id, rollout.impersonator?.id]
  if (own.includes(session.userId) || own.includes(session.impersonator?.id ?? Number.NaN))
    throwProblem(rolloutProblems['rollout-self-override-forbidden'])
  const ring = (await ringsOf(tx, rollout.id)).find(({ state }) => state === 'RELEASING' || state === 'SOAKING')
  const holding = ring && (await holdingChecks(tx, rollout.id, ring.position))
  if (!ring || !holding?.includes(body.check)) throwProblem(rolloutProblems['rollout-check-not-holding'])
  const overrideEntry = { by: String(session.userId), at: new Date().toISOString(), reason: body.reason }
  await sql`update rollout_rings set overrides = overrides || ${JSON.stringify({ [body.check]: overrideEntry })}::jsonb
    where rollout_id = ${rollout.id} and position = ${ring.position}`.execute(tx)
  await touchRollout(tx, rollout.id)
  const data = {
    what: rollout.bundleName,
    ring: ring.position,
    group: ring.group,
    checks: [body.check],
    reason: body.reason,
  }
  await call.record(checkOverridden, { subject: rollout.id, data })
  await advanceSoon(tx)
  return rolloutPage(tx, session, params.id)
}

/** `delivered` holds only when it failed: a release that waits for approval is approved, not overridden. */
async function holdingChecks(tx: Tx, id: number, position: number): Promise<string[]> {
  const { rows } = await sql<{ check: string }>`
    select c->>'check' as check from rollout_rings, jsonb_array_elements(checks) c
    where rollout_id = ${id} and position = ${position}
      and (c->>'state' = 'FAILED' or (c->>'state' = 'WAITING' and c->>'check' <> 'delivered'))`.execute(tx)
  return rows.map(({ check }) => check)
}

/** Stops a rollout: no ring begins any more, and its releases that nobody approved are rejected. */
export async function stop(call: CommandContext<typeof stopRollout>) {
  const { tx, session, params, body } = call
  const rollout = await requireRunning(tx, params.id)
  requireVersion(call, rollout.version)
  await sql`update rollout_rings set state = 'STOPPED' where rollout_id = ${rollout.id} and state <> 'DONE'`.execute(tx)
  await sql`update rollouts set state = 'STOPPED', stop_reason = ${body.reason}, version = version + 1, updated_at = clock_timestamp()
    where id = ${rollout.id}`.execute(tx)
  const { rows } = await sql<{ id: number; name: string; accountId: number; bundleId: number }>`
    select r.id, r.name, r.account_id as "accountId", r.bundle_id as "bundleId"
    from bundle_releases r join rollout_accounts x on x.release_id = r.id
    where x.rollout_id = ${rollout.id} and r.approved_at is null and r.rejected_at is null and r.deleted_at is null
    order by r.id for update of r`.execute(tx)
  const note = `The rollout was stopped: ${body.reason}`
  for (const release of rows)
    await rejectRow(tx, release, { userId: session.userId, note }, actorOfRequest(call.request))
  const data = { what: rollout.bundleName, accounts: rows.length, reason: body.reason }
  await call.record(rolloutStopped, { subject: rollout.id, data })
  return rolloutPage(tx, session, params.id)
}
