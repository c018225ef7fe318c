import { readCases } from '#features/support/case-access/contract.ts'
import { countCases } from '#features/support/cases/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'

const EVERY_MINUTE = 60_000

/** How many cases are open here; red while one of them is an outage. */
export function useOpenCount(): { count: number; live?: boolean } | null {
  const open = useCount({ open: true })
  const outages = useOutageCount()
  return open ? { count: open, live: outages !== null } : null
}

/** How many outages are live here. */
export function useOutageCount(): { count: number; live: true } | null {
  const count = useCount({ open: true, type: ['OUTAGE'] as const })
  return count ? { count, live: true } : null
}

function useCount(filters: { open: true; type?: readonly ['OUTAGE'] }): number | undefined {
  const account = useAccount()
  const isEnabled = useAllows(readCases, account?.name)
  const query = {
    open: true,
    ...(filters.type ? { type: [...filters.type] } : {}),
    ...(account ? { account: [account.name] } : {}),
  }
  return useQueryOf(countCases, { query }, { enabled: isEnabled, refetchInterval: EVERY_MINUTE }).data?.count
}
