import { readAnalytics } from '#features/monitoring/metrics/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { readSummaryMap } from '../contract.ts'
import { ModemsCard } from './modems-card.tsx'

/** Modems online of the last 24 hours on the dashboard of an account that has sent samples. */
export function ModemsGraph({ account }: { account: string }) {
  const may = useAllows(readAnalytics, account)
  const { data } = useQueryOf(readSummaryMap, { query: { account } }, { enabled: may, refetchInterval: 60_000 })
  return data?.map[account]?.newest ? <ModemsCard account={account} days={1} height={220} /> : null
}
