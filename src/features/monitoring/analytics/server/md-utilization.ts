import { readAnalytics } from '#features/monitoring/metrics/contract.ts'
import { findMatching, metricSource, type QueryScope, queryScope } from '#features/monitoring/metrics/server/index.ts'
import { type LabelSet, parseSelector } from '#features/monitoring/promql/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import { startSlices } from '#kit/server/slices.ts'
import { zoneOffset } from '#kit/server/zone-offset.ts'
import { type MdUtilization, readMdUtilization } from '../contract.ts'
import { requireAccount } from './config-routes.ts'
import { inventorySettings } from './inventory-settings.ts'
import { judgeMd } from './judge-md.ts'
import { daysBefore, startOfDay } from './local-days.ts'
import { readInstant } from './read-query.ts'

/** The trend is judged on this many days before the end of the period. */
const TREND_DAYS = 28
const DAY_MS = 86_400_000

type UtilizationPeriod = {
  readonly from: number
  readonly to: number
  readonly zone: string
  readonly thresholds: { ds: number; us: number }
}

/** Serves the utilisation of MAC domains. */
export function serveMdUtilization(portal: AppContext): void {
  const { db } = portal
  serve(portal, readMdUtilization, async ({ session, query: { account, deployment, until, days } }) => {
    const { id, timeZone: zone } = await requireAccount(db, session, { name: account, permission: readAnalytics })
    const noon = until === undefined ? Date.now() : Date.parse(until) + DAY_MS / 2 - zoneOffset(zone, Date.parse(until))
    const to = startOfDay(zone, noon)
    const { dsThreshold, usThreshold } = await inventorySettings(db, id)
    const thresholds = { ds: dsThreshold, us: usThreshold }
    const period = { from: daysBefore(zone, to + 1, days), to, zone, thresholds }
    const utilizations = await mdUtilization(db, await queryScope(db, session, account), period)
    const macDomains = utilizations.filter((one) => deployment === undefined || one.deployment === deployment)
    const iso = (at: number) => new Date(at).toISOString()
    return { from: iso(period.from), to: iso(to), zone, thresholds, macDomains }
  })
}

/** The utilisation of every MAC domain of some deployments, read core by core. Thresholds are in percent. */
export async function mdUtilization(
  db: Database,
  scope: QueryScope,
  { from, to, zone, thresholds }: UtilizationPeriod,
): Promise<MdUtilization[]> {
  const source = metricSource(db, scope)
  const days = Math.max(1, Math.round((to - from) / DAY_MS))
  const matchingSeries = await findMatching(db, scope, parseSelector('cable_md_utilization_ratio'))
  const rows: MdUtilization[] = []
  const slices = startSlices()
  for (const ccap of new Set(matchingSeries.map(({ labels }) => labels.ccap ?? ''))) {
    const core = `ccap=${JSON.stringify(ccap)}`
    const means = (query: string) =>
      readInstant(db, scope, { query: `avg_over_time((${query})[${days}d:1h])`, at: to - 1 }).then(valuesByMd)
    const modems = await means(`sum by (deployment, ccap, rpd, md) (cable_modems{state=~"online|partial",${core}})`)
    const capacity = await means(
      `sum by (deployment, ccap, rpd, md, direction) (cable_md_capacity_bits_per_second{${core}})`,
    )
    const range = { from: Math.min(from, daysBefore(zone, to + 1, TREND_DAYS)), to: to - 1 }
    for (const { labels, samples } of await source.series(
      parseSelector(`cable_md_utilization_ratio{${core}}`),
      range,
    )) {
      if (slices.isOver) await slices.next()
      const direction = labels.direction === 'us' ? 'us' : 'ds'
      rows.push({
        ...placeOf(labels),
        cluster: labels.cluster ?? '',
        direction,
        modems: modems.get(keyOf(labels)) ?? null,
        capacityBps: capacity.get(keyOf(labels, direction)) ?? null,
        ...judgeMd(samples, { from, to, threshold: thresholds[direction] / 100, zone }),
      })
    }
  }
  return rows
    .filter(({ sampleShare }) => sampleShare > 0)
    .sort((a, b) => Number(b.flagged) - Number(a.flagged) || (b.p95Busy ?? -1) - (a.p95Busy ?? -1))
}

/** The labels that name a MAC domain. */
export function placeOf(labels: LabelSet) {
  const of = (label: string) => labels[label] ?? ''
  return { deployment: of('deployment'), ccap: of('ccap'), rpd: of('rpd'), md: of('md') }
}

function keyOf(labels: LabelSet, direction = ''): string {
  return JSON.stringify([...Object.values(placeOf(labels)), direction])
}

function valuesByMd(readings: Awaited<ReturnType<typeof readInstant>>): ReadonlyMap<string, number> {
  return new Map(readings.map(({ labels, value }) => [keyOf(labels, labels.direction), value]))
}
