import { readAnalytics } from '#features/monitoring/metrics/contract.ts'
import { type QueryScope, queryScope } from '#features/monitoring/metrics/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import type { Database } from '#kit/server/database.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import { listStats, type MdStats, type mdStatsFields } from '../contract.ts'
import { requireAccount } from './config-routes.ts'
import { deploymentJson, findDeployments } from './deployment-store.ts'
import { placeOf } from './md-utilization.ts'
import { readInstant } from './read-query.ts'

type Field = (typeof mdStatsFields)[number]
const place = 'deployment, ccap, rpd, md'
const sum = (selector: string) => `sum by (${place}) (${selector})`
const rate = (selector: string) => `sum by (${place}) (rate(${selector}[5m]))`

/** What each column shows of the newest samples. */
const queries: Readonly<Record<Field, string>> = {
  modemsOnline: sum('cable_modems{state=~"online|partial"}'),
  modemsTotal: sum('cable_modems'),
  utilizationUs: `max by (${place}) (cable_md_utilization_ratio{direction="us"})`,
  utilizationDs: `max by (${place}) (cable_md_utilization_ratio{direction="ds"})`,
  capacityUs: sum('cable_md_capacity_bits_per_second{direction="us"}'),
  capacityDs: sum('cable_md_capacity_bits_per_second{direction="ds"}'),
  trafficUs: `${rate('cable_md_traffic_bytes_total{direction="us"}')} * 8`,
  trafficDs: `${rate('cable_md_traffic_bytes_total{direction="ds"}')} * 8`,
  snrUs: `min by (${place}) (cable_channel_snr_db{direction="us"})`,
  uncorrectableUs: rate('cable_channel_codewords_total{direction="us",result="uncorrectable"}'),
  uncorrectableDs: rate('cable_channel_codewords_total{direction="ds",result="uncorrectable"}'),
  partialService: sum('cable_modems{state="partial"}'),
  flaps: `sum by (${place}) (increase(cable_modem_flaps_total[1h]))`,
  serviceFlows: sum('cable_md_service_flows'),
}

/** Serves statistics per MAC domain; of each deployment they are kept until they expire. */
export function serveStats(portal: AppContext): void {
  const { db } = portal
  const statsCache = new Map<string, { readonly until: number; readonly rows: readonly MdStats[] }>()

  serve(portal, listStats, async (call) => {
    const { account, deployment, page, size, sort } = call.query
    await requireAccount(db, call.session, { name: account, permission: readAnalytics })
    const { since } = await queryScope(db, call.session, account)
    const rows: MdStats[] = []
    for (const { id, name } of await findDeployments(db, call.session, account))
      if (deployment === undefined || deployment === name) rows.push(...(await statsOf(id, since)))
    if (readSort(sort, { field: 'md', descending: false })[0]?.descending) rows.reverse()
    return halPage(call, 'stats', {
      rows: rows.slice(page * size, (page + 1) * size),
      total: { count: rows.length },
      lastUpdateTime: rows[0]?.collectedAt ?? null,
    })
  })

  async function statsOf(id: string, since: number): Promise<readonly MdStats[]> {
    const now = Date.now()
    const { settings, revision } = await deploymentJson(db, id)
    const key = `${id} ${revision}`
    const cachedStats = statsCache.get(key)
    if (cachedStats && cachedStats.until > now) return cachedStats.rows
    const rows = await readStats(db, { deployments: [Number(id)], since }, { fields: settings!.mdStatsFields, now })
    for (const [old, { until }] of statsCache) if (until <= now) statsCache.delete(old)
    // Without a sample there is nothing to keep: the first ones show at once.
    if (rows.length > 0) statsCache.set(key, { until: now + settings!.statsHistoryExpiration * 60_000, rows })
    return rows
  }
}

async function readStats(
  db: Database,
  scope: QueryScope,
  { fields, now }: { fields: readonly Field[]; now: number },
): Promise<MdStats[]> {
  const rows = new Map<
    string,
    { readonly labels: ReturnType<typeof placeOf>; readonly values: Record<string, number> }
  >()
  for (const field of fields)
    for (const { labels, value } of await readInstant(db, scope, { query: queries[field], at: now })) {
      const own = placeOf(labels)
      const key = Object.values(own).join('\n')
      const row = rows.get(key) ?? { labels: own, values: {} }
      row.values[field] = value
      rows.set(key, row)
    }
  const collectedAt = new Date(now).toISOString()
  return [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { labels, values }]) => ({
      ...labels,
      values: Object.fromEntries(fields.map((field) => [field, values[field] ?? null])),
      collectedAt,
    }))
}
