import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import type { OutageReason } from '../contract.ts'
import { storeCounts } from './outage-counts.ts'
import { vendorByDefault } from './outage-rules.ts'

const MINUTE_MS = 60_000

/** The reason by the text of a case; the first match. */
const reasons: readonly [RegExp, OutageReason][] = [
  [/power|mains/i, 'power'],
  [/holdover|lost sync|clock/i, 'ptp'],
  [/rebooted/i, 'rpd-restart'],
  [/upgrade/i, 'change'],
  [/core\d* crashed|the core/i, 'core'],
  [/re-registration/i, 'provisioning'],
  [/PON ports without light/i, 'fibre'],
  [/CIN|leaf/, 'cin'],
]

/** Gives the demo's outage cases the fields of outages, from their text and times. */
export async function makeDemoOutages(tx: Tx): Promise<void> {
  const { rows } = await sql<{ id: number; text: string; version: string | null; created: Date; open: boolean }>`
    select c.id, c.subject || ' ' || c.description as text, c.product_version as version, c.created_at as created,
      c.is_open and c.created_at > now() - interval '1 day' as open
    from cases c where c.type = 'OUTAGE' and not exists (select 1 from outages o where o.case_id = c.id)`.execute(tx)
  const now = Date.now()
  for (const { id, text, version, created: createdAt, open } of rows) {
    const affectedModems = Number(/([\d,]{2,}) (?:modems|ONUs|affected)/.exec(text)?.[1]?.replaceAll(',', '') ?? 0)
    const reason = reasons.find(([words]) => words.test(text))?.[1] ?? 'unknown'
    const from = new Date(createdAt).getTime()
    const endedAt = open ? null : new Date(Math.min(from + (14 + ((id * 37) % 150)) * MINUTE_MS, now - MINUTE_MS))
    const updatedAt = endedAt ?? new Date(Math.max(from, now - 20 * MINUTE_MS))
    await sql`
      insert into outages (case_id, conversion, started_at, ended_at, total_cms_affected, reason, is_vendor_issue, cmts_version, last_update_at)
      values (${id}, 'DONE', ${new Date(from)}, ${endedAt}, ${affectedModems}, ${reason}, ${vendorByDefault(reason)}, ${version}, ${updatedAt})`.execute(
      tx,
    )
    await storeCounts(tx, id, demoCounts(affectedModems, { from, to: endedAt?.getTime() ?? now }))
  }
}

/** All modems at first; they come back in steps, the last at the end. */
function demoCounts(affectedModems: number, { from, to }: { from: number; to: number }) {
  if (affectedModems === 0) return []
  const steps = [
    [0, 1],
    [0.45, 0.94],
    [0.6, 0.7],
    [0.75, 0.41],
    [0.9, 0.12],
  ] as const
  return steps.map(([time, share]) => ({
    at: new Date(from + Math.round((to - from) * time)),
    missing: Math.round(affectedModems * share),
  }))
}
