import { useEffect, useMemo, useRef } from 'react'
import {
  listMyAccounts,
  readSupportStats,
  readSupportTrends,
  searchAccounts,
} from '#features/accounts/accounts/contract.ts'
import { readSummaryMap } from '#features/monitoring/analytics/contract.ts'
import { readPlanMap } from '#features/subscriptions/customer-plans/contract.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import type { ListState } from '#kit/web/table/list-state.ts'
import type { List } from '#kit/web/table/use-list.ts'
import { usePins } from '#kit/web/who/pins.tsx'
import { type AccountRow, accountRows } from './account-rows.ts'

const EVERY_MINUTE = { refetchInterval: 60_000, keep: true }
/** What changes by the day. */
const EVERY_TEN_MINUTES = { refetchInterval: 600_000, keep: true }

/** The accounts of the home grid with their figures; read as a whole, since there are a few hundred at most. */
export function useAccountList(state: ListState) {
  const { pins } = usePins()
  const { q, sort, ...filters } = state.query
  const accounts = useQueryOf(listMyAccounts, { query: filters }, { keep: true })
  const stats = useQueryOf(readSupportStats, { query: {} }, EVERY_MINUTE)
  const monitoring = useQueryOf(readSummaryMap, { query: {} }, EVERY_MINUTE).data?.map
  const trends = useQueryOf(readSupportTrends, { query: {} }, EVERY_TEN_MINUTES).data?.map
  const plans = useQueryOf(readPlanMap, { query: {} }, EVERY_TEN_MINUTES).data?.map
  const words = String(q ?? '').trim()
  const alike = useQueryOf(searchAccounts, { query: { name: words } }, { enabled: words !== '' }).data?._embedded
    .accounts
  useRefreshAfter(JSON.stringify(filters))
  const rows = useMemo(
    () =>
      accountRows(accounts.data?._embedded.accounts ?? [], stats.data?._embedded.stats ?? [], {
        pins,
        words,
        alike: new Set(alike?.map(({ id }) => id)),
        sort: state.sort,
        trends,
        monitoring,
        plans,
      }),
    [accounts.data, stats.data, pins, words, alike, state.sort, trends, monitoring, plans],
  )
  const list: List<AccountRow> = {
    total: accounts.data && rows.length,
    capped: false,
    length: rows.length,
    rowAt: (index) => rows[index],
    show: everythingIsThere,
    error: accounts.error ?? stats.error,
    refetch: () => void refresh(listMyAccounts, readSupportStats),
  }
  return { list, rows, at: stats.data && clock(stats.dataUpdatedAt) }
}

/** Refetches the figures, for example because a case changed. */
export function refreshFigures(): void {
  void refresh(readSupportStats)
}

/** A change of the filters refetches the figures too (part 1 §4). */
function useRefreshAfter(filters: string): void {
  const before = useRef(filters)
  useEffect(() => {
    if (before.current !== filters) refreshFigures()
    before.current = filters
  }, [filters])
}

function everythingIsThere() {}

function clock(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB')
}
