import { readCases } from '#features/support/case-access/contract.ts'
import { accountFor } from '#features/support/case-access/server/index.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { editSlaHours, editSlaTarget, listSlaTargets, readSlaHours } from '../contract.ts'
import { clockHandlers } from './clock-handlers.ts'
import { clocksTask } from './compute-clocks.ts'
import { readHours } from './hours-store.ts'
import { changeHours, changeTarget } from './settings-commands.ts'
import { findTargets } from './target-store.ts'

export { followPlan } from './follow-plan.ts'
export { findTargets } from './target-store.ts'

/** SLA clocks of cases: first response, next update and resolution, in the business hours of the account. */
export const slaClocksFeature: Feature = {
  name: 'sla-clocks',
  serve: serveClocks,
  tasks: (portal) => [clocksTask(portal)],
  eventHandlers: clockHandlers,
}

function serveClocks(portal: AppContext): void {
  const { db } = portal
  registerCommand(portal, editSlaHours, changeHours)
  registerCommand(portal, editSlaTarget, changeTarget)
  serve(portal, readSlaHours, async (call) => {
    const { accountId } = await accountFor(db, call.session, readCases, call.query.account)
    const hours = await readHours(db, accountId)
    return respond(hours, { headers: { etag: etagOf(hours.version) } })
  })
  serve(portal, listSlaTargets, async (call) => halSinglePage(call, 'slaTargets', await findTargets(db, null)))
}
