import { sql } from 'kysely'
import { recordDeliveredFixes } from '#features/support/escalation/server/index.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import { releaseDelivered } from '../contract.ts'

/** A delivery may contain fixes that cases of the account wait for: their milestone follows. */
export const fixesHandler: EventHandler = on(releaseDelivered, 'delivered-fixes', async ({ data }, tx) => {
  if (data.imported) return
  const { rows } = await sql<{ accountId: number; bundleId: number }>`
      select account_id as "accountId", bundle_id as "bundleId" from bundle_releases where id = ${Number(data.releaseId)}`.execute(
    tx,
  )
  if (rows[0]) await recordDeliveredFixes(tx, rows[0].accountId, rows[0].bundleId)
})
