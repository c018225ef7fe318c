import { readEveryCase } from '#features/support/case-access/contract.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { etagOf, type HandlerResponse, respond } from '#kit/server/handler-response.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { type Rollout, type RolloutCheck, type RolloutDetail, rolloutProblems } from '../contract.ts'
import { findRollout } from './rollout-json.ts'

/** The rollout as the session sees it, else 404. */
export async function rolloutPage(
  db: Database | Tx,
  session: Session,
  id: string,
  status = 200,
): Promise<HandlerResponse<RolloutDetail>> {
  const storedRollout = (await findRollout(db, id)) ?? throwProblem(rolloutProblems['rollout-not-found'])
  const [shownRollout] = await showRollouts(db, session, [storedRollout])
  return respond(shownRollout!, { status, headers: { etag: etagOf(storedRollout.version) } })
}

/**
 * With the names of the users who overrode a check, and without the keys of cases for users who may not read every
 * case.
 */
export async function showRollouts<ShownRollout extends Rollout>(
  db: Database | Tx,
  session: Session,
  rollouts: readonly ShownRollout[],
): Promise<ShownRollout[]> {
  const checks = rollouts.flatMap(({ rings }) => rings.flatMap((ring) => ring.checks))
  const ids = [...new Set(checks.flatMap(({ override }) => (override ? [Number(override.by)] : [])))]
  const users =
    ids.length > 0 ? await db.selectFrom('users').select(['id', 'full_name']).where('id', 'in', ids).execute() : []
  const names = new Map(users.map(({ id, full_name }) => [String(id), full_name]))
  const showsKeys = hasPermission(session, readEveryCase)
  const show = (check: RolloutCheck): RolloutCheck => ({
    ...check,
    keys: showsKeys ? check.keys : [],
    override: check.override && { ...check.override, by: names.get(check.override.by) ?? '' },
  })
  return rollouts.map((rollout) => ({
    ...rollout,
    rings: rollout.rings.map((ring) => ({ ...ring, checks: ring.checks.map(show) })),
  }))
}
