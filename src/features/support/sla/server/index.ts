import type { Feature } from '#kit/server/portal.ts'
import { closeMonthsTask } from './close-months.ts'
import { recountHandlers } from './recount-handlers.ts'
import { serveSla } from './sla-routes.ts'

export { makeDemoSlaMonths } from './demo-sla-months.ts'

/** SLA months: availability from outages and device counts, closed monthly, with receipts and revisions. */
export const slaFeature: Feature = {
  name: 'sla',
  serve: serveSla,
  tasks: (portal) => [closeMonthsTask(portal)],
  eventHandlers: recountHandlers,
}
