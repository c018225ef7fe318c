import type * as z from 'zod/mini'
import type { Account, Deployment, SupportStats, SupportTrend } from '#features/accounts/accounts/contract.ts'
import type { AccountSummary } from '#features/monitoring/analytics/contract.ts'
import type { PlanSummary } from '#features/subscriptions/customer-plans/contract.ts'

/** What the home grid shows of accounts beside their support figures, by account name. */
type ByAccount<Value> = Readonly<Record<string, Value>> | undefined

/** An account with its support figures, state of monitoring and plan, as the home grid shows it. */
export type AccountRow = {
  account: Account
  stats: SupportStats | undefined
  trend?: SupportTrend | undefined
  monitoring?: AccountSummary | undefined
  plan?: PlanSummary | undefined
  pinned: boolean
}

/**
 * Joins accounts and figures, filters by words (the server finds those that are `alike`, tolerating a typing error),
 * and sorts; pinned accounts stay on top.
 */
export function accountRows(
  accounts: readonly Account[],
  stats: readonly SupportStats[],
  options: {
    pins: ReadonlySet<string>
    words: string
    alike: ReadonlySet<string>
    sort: string
    trends?: ByAccount<SupportTrend>
    monitoring?: ByAccount<AccountSummary>
    plans?: ByAccount<PlanSummary>
  },
): AccountRow[] {
  const byName = new Map(stats.map((figures) => [figures.account, figures]))
  const words = options.words.trim().toLowerCase()
  const [field = '', direction] = options.sort.split(',')
  const sign = direction === 'DESC' ? -1 : 1
  return accounts
    .filter(
      ({ id, name, displayName }) => options.alike.has(id) || `${name} ${displayName}`.toLowerCase().includes(words),
    )
    .map((account) => ({
      account,
      stats: byName.get(account.name),
      trend: options.trends?.[account.name],
      monitoring: options.monitoring?.[account.name],
      plan: options.plans?.[account.name],
      pinned: options.pins.has(account.id),
    }))
    .sort(
      (a, b) =>
        Number(b.pinned) - Number(a.pinned) ||
        sign * compare(sortValue(a, field), sortValue(b, field)) ||
        a.account.displayName.localeCompare(b.account.displayName),
    )
}

/** The versions of an account's deployments, each once, newest first. */
export function versionsOf(deployments: readonly z.output<typeof Deployment>[]): string[] {
  const versions = new Set(deployments.flatMap(({ softwareVersion }) => softwareVersion ?? []))
  return [...versions].sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
}

/** The middle value; null for an empty list. */
export function median(values: readonly number[]): number | null {
  const sortedValues = [...values].sort((a, b) => a - b)
  const middle = sortedValues.length / 2
  const [low, high] = [sortedValues[Math.ceil(middle) - 1], sortedValues[Math.floor(middle)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

function sortValue({ account, stats, monitoring, plan }: AccountRow, field: string): string | number {
  const values: Readonly<Record<string, string | number | null | undefined>> = {
    stage: account.stage,
    region: account.region,
    csm: account.csm?.fullName,
    open: stats?.open,
    waiting: stats?.waitingForCustomer,
    outages: stats?.outagesOpen,
    modems: monitoring?.online,
    response: stats?.medianFirstResponseMinutes,
    resolution: stats?.medianResolutionMinutes,
    resolved: stats?.resolvedPast30Days,
    people: stats?.usersInUse,
    plan: plan?.daysLeft ?? Number.POSITIVE_INFINITY,
  }
  return field === 'name' ? account.displayName : (values[field] ?? -1)
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en')
}
