import { sql } from 'kysely'
import { manageDeployments } from '#features/monitoring/metrics/contract.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { requireVersion } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  type InventorySettings,
  inventorySettingsEdited,
  readInventorySettings,
  saveInventorySettings,
} from '../contract.ts'
import { requireAccount } from './config-routes.ts'
import { type InventoryDefaults, inventoryCollected, inventoryDefaults, inventoryTime } from './inventory-defaults.ts'

/** Serves the settings of the daily inventory and the thresholds of utilisation. */
export function serveInventorySettings(portal: AppContext): void {
  serve(portal, readInventorySettings, async ({ session, query }) => {
    const account = await requireAccount(portal.db, session, { name: query.account, permission: manageDeployments })
    return replyWithEtag(await inventorySettings(portal.db, account.id, inventoryDefaults(portal.settings)))
  })

  registerCommand(portal, saveInventorySettings, async (call) => {
    const { tx, session, query, body } = call
    const { id } = await requireAccount(tx, session, { name: query.account })
    await sql`select id from accounts where id = ${id} for no key update`.execute(tx)
    const before = await inventorySettings(tx, id, inventoryDefaults(portal.settings))
    requireVersion(call, before.version)
    const changes = changesOf(before, body)
    if (Object.keys(changes).length > 0) {
      const columns = {
        enabled: body.enabled,
        at_time: body.at,
        recipients: [...new Set(body.recipients)],
        only_changes: body.onlyChanges,
        include_excluded: body.includeExcludedDeployments,
        ds_threshold: body.dsThreshold,
        us_threshold: body.usThreshold,
        version: before.version + 1,
      }
      await tx
        .insertInto('inventory_settings')
        .values({ account_id: id, ...columns })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
        .execute()
      await call.record(inventorySettingsEdited, { account: id, subject: id, data: { changes } })
    }
    return replyWithEtag(await inventorySettings(tx, id, inventoryDefaults(portal.settings)))
  })
}

function replyWithEtag(settings: InventorySettings) {
  return respond(settings, { headers: { etag: etagOf(settings.version) } })
}

/** The settings of an account; those of the portal while none were saved. */
export async function inventorySettings(
  db: Database | Tx,
  accountId: number,
  defaults: InventoryDefaults = { enabled: inventoryCollected.default === 'on', at: inventoryTime.default },
): Promise<InventorySettings> {
  const row = await db
    .selectFrom('inventory_settings')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return {
    accountId: String(accountId),
    enabled: row?.enabled ?? defaults.enabled,
    at: row?.at_time ?? defaults.at,
    format: 'csv',
    recipients: row?.recipients ?? [],
    onlyChanges: row?.only_changes ?? false,
    includeExcludedDeployments: row?.include_excluded ?? false,
    dsThreshold: row?.ds_threshold ?? 80,
    usThreshold: row?.us_threshold ?? 70,
    version: row?.version ?? 1,
  }
}
