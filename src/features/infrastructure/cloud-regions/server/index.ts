import { accountIn, lockAccount } from '#features/accounts/accounts/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import { halPage, halSinglePage } from '#kit/server/list/hal-list.ts'
import type { Feature } from '#kit/server/portal.ts'
import { requireVersion } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  cloudRegionChanged,
  listCloudRegions,
  listGcloudConfigs,
  manageCloudRegions,
  readCustomerRegion,
  saveCustomerRegion,
} from '../contract.ts'
import { findRegions, regionOf, storeRegion } from './region-store.ts'
import { regionTable } from './region-table.ts'

export { makeDemoRegions } from './demo-regions.ts'

/** The cloud region and project of each account. */
export const cloudRegionsFeature: Feature = {
  name: 'cloud-regions',
  serve(portal) {
    const { db } = portal
    serve(portal, listCloudRegions, async (call) => halSinglePage(call, 'regions', [...regionTable]))
    serve(portal, readCustomerRegion, async (call) => {
      const { id } = await accountIn(db, call.session, { name: call.query.account, permission: manageCloudRegions })
      const region = await regionOf(db, id)
      return halSinglePage(call, 'regions', region ? [region] : [])
    })
    serve(portal, listGcloudConfigs, async (call) => {
      const { page, size, sort } = call.query
      const { descending } = readSort(sort, { field: 'account', descending: false })[0]!
      return halPage(call, 'gcloud_configs', await findRegions(db, { page, size, descending }))
    })
    registerCommand(portal, saveCustomerRegion, async (call) => {
      const { tx, body, session } = call
      if (!regionTable.some(({ region }) => region === body.region))
        throwFieldProblem('region', 'must be a region of the list')
      const { id } = await lockAccount(tx, session, body.account, manageCloudRegions)
      const before = await regionOf(tx, id)
      if (before) requireVersion(call, before.version)
      const { region, projectKey } = body
      const changes = changesOf(before ?? {}, { region, projectKey })
      if (before && Object.keys(changes).length === 0) return respond(before, { etag: etagOf(before.version) })
      await storeRegion(tx, id, body)
      await call.record(cloudRegionChanged, { account: id, subject: id, data: { changes } })
      const savedRegion = (await regionOf(tx, id))!
      return respond(savedRegion, { etag: etagOf(savedRegion.version) })
    })
  },
}
