import { useMemo } from 'react'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import type { ListState } from '#kit/web/table/list-state.ts'
import type { List } from '#kit/web/table/use-list.ts'
import { listMyAccounts, readSupportStats } from '../contract.ts'
import { type AccountRow, accountRows } from './account-rows.ts'
import { usePins } from './use-pins.ts'

const EVERY_MINUTE = { refetchInterval: 60_000, keep: true }

/** The accounts of the home grid with their figures; read as a whole, since a few hundred at most exist. */
export function useAccountList(state: ListState) {
  const { pins } = usePins()
  const { q, sort, ...filters } = state.query
  const accounts = useQueryOf(listMyAccounts, { query: filters }, { keep: true })
  const stats = useQueryOf(readSupportStats, { query: {} }, EVERY_MINUTE)
  const rows = useMemo(
    () =>
      accountRows(accounts.data?._embedded.accounts ?? [], stats.data?._embedded.stats ?? [], {
        pins,
        words: String(q ?? ''),
        sort: state.sort,
      }),
    [accounts.data, stats.data, pins, q, state.sort],
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

/** Asks for the figures again, for example because a case changed. */
export function refreshFigures(): void {
  void refresh(readSupportStats)
}

function everythingIsThere() {}

function clock(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB')
}
