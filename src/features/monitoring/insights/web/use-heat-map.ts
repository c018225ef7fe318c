import { useMemo } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { formatDateTime, formatTime } from '#kit/web/time/time.ts'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { type HeatMapRow, readClusterHeatMap, readHeatMap, readInsightCards, readSegmentHeatMap } from '../contract.ts'

export const mapSteps = ['5m', '1h', '1d'] as const
export type MapStep = (typeof mapSteps)[number]

/** The heat map that the address names: its insight, its level, and its rows. */
export function useHeatMap() {
  const account = useAccount()?.name ?? ''
  const { query, change } = useUrlQuery<'insight' | 'step' | 'deployment' | 'cluster' | 'ccap' | 'segment'>()
  const cards = useQueryOf(readInsightCards, { query: { account } }, { enabled: account !== '' }).data?._embedded.cards
  const maps = cards?.filter(({ view }) => view === 'heatmap')
  const insight = maps?.find(({ name }) => name === query.insight) ?? maps?.[0]
  const step = mapSteps.find((one) => one === query.step && insight?.granularities.includes(one)) ?? '1h'
  const { deployment, cluster, ccap, segment } = query
  const level = segment ? 'domain' : cluster || ccap ? 'segment' : 'cluster'
  const requestedQuery = {
    account,
    granularity: step,
    ...(insight ? { insight: insight.name } : {}),
    ...(deployment ? { deployment } : {}),
  }
  const settings = { keep: true, refetchInterval: 60_000 }
  const ready = insight !== undefined
  const clusters = useQueryOf(
    readHeatMap,
    { query: requestedQuery },
    { ...settings, enabled: ready && level === 'cluster' },
  )
  const segments = useQueryOf(
    readClusterHeatMap,
    { query: { ...requestedQuery, ...(cluster ? { cluster } : {}), ...(ccap ? { ccap } : {}) } },
    { ...settings, enabled: ready && level === 'segment' },
  )
  const domains = useQueryOf(
    readSegmentHeatMap,
    { params: { segment: segment ?? '' }, query: requestedQuery },
    { ...settings, enabled: ready && level === 'domain' },
  )
  const result = level === 'cluster' ? clusters : level === 'segment' ? segments : domains
  const rows = result.data?._embedded.heatmap
  const columns = useMemo(() => columnsOf(rows?.[0], step), [rows, step])
  return { account, maps, insight, step, level, rows, columns, result, change, query } as const
}

function columnsOf(row: HeatMapRow | undefined, granularity: MapStep): string[] {
  if (!row) return []
  return row.values.map((_, index) => {
    const at = new Date(row.from + index * row.step)
    return granularity === '1d' ? formatDateTime(at).split(',')[0]! : formatTime(at)
  })
}

/** The time of a column. */
export function timeOf(row: HeatMapRow, column: number): string {
  return formatDateTime(new Date(row.from + column * row.step))
}
