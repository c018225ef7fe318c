import { sql } from 'kysely'
import {
  releaseDeleted,
  releaseDelivered,
  releaseFailed,
  releaseRejected,
} from '#features/software/releases/contract.ts'
import { readSort } from '#kit/contract/hal.ts'
import { type EventHandler, on, onEveryEvent } from '#kit/server/events/event-handler.ts'
import { taskOf } from '#kit/server/job.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { listRollouts, overrideCheck, readRollout, rolloutChanged, startRollout, stopRollout } from '../contract.ts'
import { advanceRollouts } from './advance-rollout.ts'
import { demoTask } from './demo-rollout.ts'
import { ADVANCE, advanceSoon, override, start, stop } from './rollout-commands.ts'
import { findRollouts } from './rollout-json.ts'
import { approvalHandlers } from './rollout-notifications.ts'
import { rolloutPage, showRollouts } from './rollout-page.ts'

export { DEMO_ROLLOUT, makeDemoRollout } from './demo-rollout.ts'

/** The release of a bundle to rings of accounts, one after the other, each behind its checks. */
export const rolloutsFeature: Feature = {
  name: 'rollouts',
  serve(portal) {
    const { db } = portal
    serve(portal, listRollouts, async (call) => {
      const { page, size, sort, state, bundleId } = call.query
      const { descending } = readSort(sort, { field: 'created', descending: true })[0]!
      const where = sql<boolean>`${state?.length ? sql`o.state = any(${state}::text[])` : sql`true`}
        and ${bundleId === undefined ? sql`true` : sql`o.bundle_id = ${bundleId}::bigint`}`
      const rolloutPage = await findRollouts(db, where, { page, size, descending })
      return halPage(call, 'rollouts', { ...rolloutPage, rows: await showRollouts(db, call.session, rolloutPage.rows) })
    })
    serve(portal, readRollout, (call) => rolloutPage(db, call.session, call.params.id))
    registerCommand(portal, startRollout, start)
    registerCommand(portal, overrideCheck, override)
    registerCommand(portal, stopRollout, stop)
  },
  topics: [rolloutChanged],
  eventHandlers: (portal) => [liveHandler(portal), ...releaseHandlers, ...approvalHandlers(portal)],
  tasks: (portal) => [
    taskOf(ADVANCE, { cron: '* * * * *', run: (_, stopping) => advanceRollouts(portal, Date.now(), stopping) }),
    demoTask(portal),
  ],
}

/** Open pages follow every event of a rollout. */
function liveHandler({ live }: AppContext): EventHandler {
  return onEveryEvent('rollout-live', async (event, tx) => {
    if (event.subject !== 'rollout' || event.subjectId === null) return
    await live.publish(tx, {
      topic: rolloutChanged,
      body: { id: event.subjectId, event: event.name },
      eventId: event.id,
      requestId: event.requestId,
    })
  })
}

/** A rollout goes on when a release of it was delivered, rejected or deleted, or failed. */
const releaseHandlers: readonly EventHandler[] = [
  on(
    [releaseDelivered, releaseRejected, releaseDeleted, releaseFailed],
    'rollout-goes-on',
    async ({ subjectId }, tx) => {
      const { rows } =
        await sql`select from rollouts where bundle_id = ${subjectId}::bigint and state = 'RUNNING'`.execute(tx)
      if (rows.length > 0) await advanceSoon(tx)
    },
  ),
]
