import { staffWith } from '#features/access/scope/server/index.ts'
import { accountIn } from '#features/accounts/accounts/server/index.ts'
import { bundlePath } from '#features/software/bundle-pages/paths.ts'
import { lockedBundle, requireReleasable } from '#features/software/bundles/server/index.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest, type CommandContext } from '#kit/server/serve/request-context.ts'
import { approveReleases, type createRelease, createReleases } from '../contract.ts'
import { contentObstacle, makeRelease } from './make-release.ts'
import { releaseWaits, waitingRelease } from './release-notifications.ts'
import { releasePage } from './stored-release.ts'

/**
 * Creates a release of the bundle's current content: the manifest is frozen in this transaction. Those who may approve it
 * are notified.
 */
export async function create(portal: AppContext, call: CommandContext<typeof createRelease>) {
  const { tx, session, actor, query, body } = call
  // Locked as for a change of its files, so that the manifest is consistent.
  const bundle = await lockedBundle(tx, session, query.bundleId)
  requireReleasable(bundle)
  const account = await accountIn(tx, session, { name: body.account, permission: createReleases })
  const obstacle = await contentObstacle(tx, bundle)
  if (obstacle) throwProblem(obstacle.problem, obstacle.values)
  const by = { id: session.userId, fullName: actor.fullName }
  const { name, note, isSecurity } = body
  const making = { bundle, account, name, note, by, impersonator: session.impersonator, isSecurity }
  const id = await makeRelease(tx, making, actorOfRequest(call.request))
  await portal.notifier.notify(tx, releaseWaits, {
    to: await staffWith(tx, approveReleases, [session.userId, session.impersonator?.id ?? null]),
    values: { who: actor.fullName, release: name, account: account.displayName },
    link: bundlePath({ bundleId: bundle.id }),
    key: String(id),
    thread: waitingRelease(id),
    readable: { permission: approveReleases, accountId: account.id },
  })
  return releasePage(tx, session, id)
}
