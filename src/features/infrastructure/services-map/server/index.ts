import { readSummary } from '#features/monitoring/analytics/server/index.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { Feature } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import { listCentralServices } from '../contract.ts'
import { clustersOf } from './clusters.ts'
import { groupByService } from './group-by-service.ts'

/** Which deployments of which accounts run which service, in which version. */
export const servicesMapFeature: Feature = {
  name: 'services-map',
  serve(portal) {
    const { db } = portal
    serve(portal, listCentralServices, async (call) => {
      const summary = await readSummary(db, { session: call.session, account: undefined, now: Date.now() })
      const ids = Object.values(summary).flatMap(({ deployments }) => deployments.map(({ id }) => id))
      return halSinglePage(call, 'services', groupByService(summary, await clustersOf(db, ids)))
    })
  },
}
