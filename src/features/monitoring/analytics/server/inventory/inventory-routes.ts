import { sql } from 'kysely'
import { throwProblem } from '#kit/server/http-problem.ts'
import { sendCsv } from '#kit/server/list/csv.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerStream, serve } from '#kit/server/serve/serve.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import {
  analyticsProblems,
  type InventoryChange,
  type InventoryDay,
  listInventory,
  readInventories,
  readInventorySheet,
} from '../../contract.ts'
import { requireAccount } from '../config-routes.ts'
import { inVisibleAccounts } from '../deployment-store.ts'
import type { SheetRow } from './inventory-sheets.ts'
import { sheetColumns } from './sheet-columns.ts'

/** Changes in a list; the sheet has all of them. */
const SHOWN = 100

/** Serves the daily inventories of deployments. */
export function serveInventory(portal: AppContext): void {
  const { db } = portal

  serve(portal, listInventory, async (call) => {
    const { account, days } = call.query
    const { id } = await requireAccount(db, call.session, { name: account, permission: readInventories })
    const { rows } = await sql<InventoryDay>`
      select d.id::text as "deploymentId", d.name as deployment, i.day::text as day, ${isoSql('i.collected_at')} as "collectedAt", i.missing,
        i.sheets->'summary'->0 as summary, jsonb_array_length(i.changes) as "changeCount",
        coalesce((select jsonb_agg(c.change order by c.at) from jsonb_array_elements(i.changes) with ordinality c (change, at) where c.at <= ${SHOWN}), '[]') as changes
      from deployments d cross join lateral (
        select * from inventory_days where deployment_id = d.id order by day desc limit ${days}) i
      where d.account_id = ${id} order by i.day desc, d.name`.execute(db)
    return halSinglePage(call, 'inventory', rows)
  })

  registerStream(portal, readInventorySheet, async ({ session, params, reply }) => {
    const { deployment, day, sheet } = params
    const { rows } = await sql<{
      name: string
      collectedAt: string
      missing: boolean
      rows: readonly (SheetRow | InventoryChange)[]
    }>`
      select d.name, ${isoSql('i.collected_at')} as "collectedAt", i.missing, ${sheet === 'changes' ? sql`i.changes` : sql`coalesce(i.sheets->${sheet}::text, '[]')`} as rows
      from inventory_days i join deployments d on d.id = i.deployment_id join accounts a on a.id = d.account_id and a.deleted_at is null
      where i.deployment_id = ${deployment}::bigint and i.day = ${day}::date and ${inVisibleAccounts(session, readInventories)}`.execute(
      db,
    )
    const [storedSheet] = rows
    if (!storedSheet) throwProblem(analyticsProblems['inventory-not-found'])
    const { name, collectedAt, missing } = storedSheet
    const sheetRows = sheet === 'summary' && missing ? [{}] : storedSheet.rows
    const lines = sheetRows.map((row): SheetRow => ({ deployment: name, collectedAt, missing, ...row }))
    const columns = sheetColumns[sheet].map((heading) => ({
      heading,
      cell: (row: SheetRow) => row[heading],
    }))
    const file = `inventory-${storedSheet.name}-${day}-${sheet}`.replaceAll(/[^\w.-]/g, '-')
    return sendCsv(reply, `${file}.csv`, columns, lines)
  })
}
