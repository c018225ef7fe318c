import type { searchCases } from '#features/support/cases/contract.ts'
import type { Input } from '#kit/web/data/call.ts'

/** The query of a list of cases. */
export type CaseQuery = NonNullable<Input<typeof searchCases>['query']>

/** The views of a list of cases, in the order of the segmented control. */
export const caseViews = ['open', 'mine', 'outages', 'watched', 'resolved'] as const
export type CaseView = (typeof caseViews)[number]

/** Reads the view of an address; an unknown view is the first one. */
export function viewOf(name: string | undefined): CaseView {
  return caseViews.find((view) => view === name) ?? 'open'
}

/**
 * The filters of a view. *Mine* is what is assigned to vendor staff, and what a customer reported; *Resolved* covers 30
 * days to the full hour, so that the query stays the same for a while.
 */
export function viewFilters(view: CaseView, who: { username: string; vendor: boolean }, now: number): CaseQuery {
  if (view === 'mine') return { open: true, [who.vendor ? 'assignee' : 'reporter']: [who.username] }
  if (view === 'outages') return { open: true, type: ['OUTAGE'] }
  if (view === 'watched') return { watched: true, outdated: false }
  if (view === 'resolved') return { open: false, resolvedFrom: thirtyDaysBefore(now) }
  return { open: true }
}

/** 30 days before, at the full hour. */
export function thirtyDaysBefore(now: number): string {
  const hour = 3_600_000
  return new Date(Math.floor(now / hour) * hour - 30 * 24 * hour).toISOString()
}
