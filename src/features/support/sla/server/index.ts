import type { Feature } from '#kit/server/portal.ts'
import { closeMonthsTask } from './close-months.ts'
import { recountHandlers } from './recount-handlers.ts'
import { signMonthsTask } from './signed/sign-months.ts'
import { serveSignedMonths } from './signed/signed-routes.ts'
import { serveSla } from './sla-routes.ts'

export { makeDemoSlaMonths } from './demo-sla-months.ts'

/** SLA months: availability from outages and device counts, closed monthly, with receipts and revisions. */
export const slaFeature: Feature = {
  name: 'sla',
  serve(portal) {
    serveSla(portal)
    serveSignedMonths(portal)
  },
  tasks: (portal) => [closeMonthsTask(portal), signMonthsTask(portal)],
  eventHandlers: recountHandlers,
}
