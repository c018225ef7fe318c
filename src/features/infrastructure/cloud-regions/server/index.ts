import { sql } from 'kysely'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { lockAccount } from '#features/accounts/accounts/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import type { Database } from '#kit/server/database.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { halPage, halSinglePage } from '#kit/server/list/hal-list.ts'
import type { Feature } from '#kit/server/portal.ts'
import { requireVersion } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { inAccounts, visibleAccounts } from '#kit/server/visible.ts'
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
      const found = await regionOf(db, await accountId(db, call.session, call.query.account))
      return halSinglePage(call, 'regions', found ? [found] : [])
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
      const changes = changesOf<{ region?: string; projectKey?: string }>(before ?? {}, { region, projectKey })
      if (before && Object.keys(changes).length === 0) return respond(before, { etag: etagOf(before.version) })
      await storeRegion(tx, id, body)
      await call.record(cloudRegionChanged, { account: id, subject: id, data: { changes } })
      const saved = (await regionOf(tx, id))!
      return respond(saved, { etag: etagOf(saved.version) })
    })
  },
}

/** The id of an account whose region the session sees, else 404. */
async function accountId(db: Database, session: Session, name: string): Promise<number> {
  const accounts = visibleAccounts(session, manageCloudRegions)
  const { rows } = await sql<{ id: number }>`
    select id from accounts where name = ${name} and deleted_at is null
      and ${inAccounts(accounts, 'id')}`.execute(db)
  return rows[0]?.id ?? throwProblem(accountProblems['account-not-found'], { name })
}
