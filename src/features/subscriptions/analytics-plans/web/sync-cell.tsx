import { useQueryOf } from '#kit/web/data/query.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { listAnalyticsPlans, readAnalyticsPlans } from '../contract.ts'
import { SyncBadge } from './sync-badge.tsx'

/** The most differences that one request for all cells reads. */
const MOST = 200

/**
 * The state of an account's plan in the list of subscriptions. All cells share one request for the accounts that differ;
 * while there are more than it returns, the state of the others is not known and not shown.
 */
export function SyncCell({ accountId }: { accountId: string }) {
  const isEnabled = useAllows(readAnalyticsPlans)
  const { data } = useQueryOf(
    listAnalyticsPlans,
    { query: { state: ['Different'], size: MOST } },
    { enabled: isEnabled },
  )
  if (!data) return null
  const row = data._embedded.plans.find((plan) => plan.accountId === accountId)
  if (row) return <SyncBadge row={row} />
  return data.page.totalElements > MOST ? null : <SyncBadge row={{ state: 'Synced', push: null }} />
}
