import { useMemo, useRef } from 'react'
import { isVendor } from '#features/access/roles/contract.ts'
import { listAttachments } from '#features/support/attachments/contract.ts'
import { type ListedCase, readCase, readCaseHistory, searchCases } from '#features/support/cases/contract.ts'
import { listComments, listInternalComments } from '#features/support/comments/contract.ts'
import { newestComments } from '#features/support/comments/web/index.ts'
import type { Principal } from '#kit/contract/permission.ts'
import { newestOf } from '#kit/web/data/newest.ts'
import { queryClient, queryOf } from '#kit/web/data/query.ts'
import type { PageAddress } from '#kit/web/pages.ts'
import { type ListState, readListState, useListState } from '#kit/web/table/list-state.ts'
import { type List, prefetchList, useList } from '#kit/web/table/use-list.ts'
import { useViewStore } from '#kit/web/table/view-store.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { AT_FIRST, newestFiles, newestHistory } from './activity-ends.ts'
import { columnsBeyondSummary } from './case-columns.tsx'
import { type CaseScope, listPath, scopeFilters } from './case-scope.ts'
import { type CaseQuery, type CaseView, viewFilters, viewOf } from './case-views.ts'
import { useNewCases } from './use-fresh-cases.ts'

/** Filters of a list of cases, as they are in the address. */
export const caseFilterNames = [
  'q',
  'priority',
  'status',
  'assignee',
  'reporter',
  'product',
  'labels',
  'outdated',
] as const

const inAddress = { filters: caseFilterNames, sort: 'updatedAt,DESC' }
/** What the usual columns show; half of the bytes of a list. */
const summary = { projection: 'summary' } as const
const HOUR_MS = 3_600_000

/** A list of cases: its rows, which case is open, and what has changed since it was read. */
export type CaseList = {
  list: List<ListedCase>
  state: ListState
  query: CaseQuery
  view: CaseView
  setView: (view: CaseView) => void
  openKey: string | undefined
  open: (key: string | null) => void
  /** The position of the open case in the list; null when it is not among the loaded rows. */
  position: { index: number; total: number; view: CaseView } | null
  /** Opens the row before (-1) or after (1); null where there is none. */
  step: (by: 1 | -1) => (() => void) | null
  /** The list's address without an open case. */
  back: string
  fresh: number
  showFresh: () => void
}

/** Binds a list of cases to the address: `view`, filters, sort, `id` of the open case. */
export function useCaseList(scope: CaseScope): CaseList {
  const actor = usePrincipal()
  const vendor = isVendor(actor)
  const { query: search, change } = useUrlQuery<string>()
  const view = viewOf(search.view)
  const { account, internal } = scope
  const state = useListState(inAddress)
  const hour = Math.floor(Date.now() / HOUR_MS)
  const query = useMemo(
    () => queryOfCases(state.query, { account, internal }, { view, actor, hour }),
    [state.query, view, actor, hour, account, internal],
  )
  const list = useList(searchCases, { query: useShowsMore(query) ? query : { ...query, ...summary } })
  const { fresh, showFresh } = useNewCases(scope, list)
  const index = useIndexOf(list, search.id)
  const open = (key: string | null) => {
    change({ id: key ?? undefined, ...(key ? {} : { tab: undefined }) }, search.id && key ? 'still' : 'step')
    const at = key === null ? -1 : indexOf(list, key)
    for (const near of [at + 1, at - 1]) {
      const row = at < 0 ? undefined : list.rowAt(near)
      if (row) prefetchCase(row.key, vendor)
    }
  }
  return {
    list,
    state,
    query,
    view,
    setView: (next) => change({ view: next === 'open' ? undefined : next, id: undefined, tab: undefined }),
    openKey: search.id || undefined,
    open,
    position: index < 0 ? null : { index, total: list.total ?? 0, view },
    step: (by) => {
      const row = index < 0 ? undefined : list.rowAt(index + by)
      return row ? () => open(row.key) : null
    },
    back: backTo(scope, search),
    fresh,
    showFresh,
  }
}

/** Requests the first cases of a list that is about to be rendered. */
export function prefetchCases({ search, actor }: PageAddress, scope: CaseScope): Promise<void> {
  const { query } = readListState(search, inAddress)
  const now = { view: viewOf(search.view), actor, hour: Math.floor(Date.now() / HOUR_MS) }
  return prefetchList(searchCases, { query: { ...queryOfCases(query, scope, now), ...summary } })
}

/** Whether the user chose a column, or filters by a user, whose values a summary does not have. */
function useShowsMore({ reporter }: CaseQuery): boolean {
  const chosenColumns = useViewStore().columns.cases ?? []
  return reporter !== undefined || chosenColumns.some((id) => columnsBeyondSummary.includes(id))
}

type ViewContext = { view: CaseView; actor: Principal; hour: number }

function queryOfCases(listQuery: ListState['query'], scope: CaseScope, { view, actor, hour }: ViewContext): CaseQuery {
  const who = { username: actor.username, vendor: isVendor(actor) }
  // No view has outdated cases: filtering by them drops the view's own conditions.
  const viewQuery = listQuery?.outdated ? {} : viewFilters(view, who, hour * HOUR_MS)
  return { ...listQuery, ...viewQuery, ...scopeFilters(scope) }
}

function backTo(scope: CaseScope, { id: _, tab: __, ...search }: Record<string, string | undefined>): string {
  const words = new URLSearchParams(Object.entries(search).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return `${listPath(scope)}${words.size > 0 ? `?${words}` : ''}`
}

/** The open row's index, searched near its last one. */
function useIndexOf(list: List<ListedCase>, key: string | undefined): number {
  const last = useRef(-1)
  if (!key) return -1
  if (list.rowAt(last.current)?.key !== key) last.current = indexOf(list, key)
  return last.current
}

function indexOf(list: List<ListedCase>, key: string): number {
  for (let index = 0; index < (list.total ?? 0); index++) if (list.rowAt(index)?.key === key) return index
  return -1
}

/** Reads a case and its parts ahead of time, so that moving to it in the list shows it at once. */
function prefetchCase(key: string, seesInternal: boolean): void {
  const of = { query: { issueKey: key } }
  const comments = newestComments(AT_FIRST)
  void queryClient.prefetchQuery(queryOf(readCase, { params: { key } }))
  void queryClient.prefetchQuery(newestOf(listComments, of, comments))
  if (seesInternal) void queryClient.prefetchQuery(newestOf(listInternalComments, of, comments))
  void queryClient.prefetchQuery(newestOf(listAttachments, of, newestFiles(AT_FIRST)))
  void queryClient.prefetchQuery(newestOf(readCaseHistory, of, newestHistory(AT_FIRST)))
}
