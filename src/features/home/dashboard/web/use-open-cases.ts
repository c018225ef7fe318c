import { type ListedCase, searchCases } from '#features/support/cases/contract.ts'
import type { Reply } from '#kit/web/data/call.ts'
import { type Query, useQueryOf } from '#kit/web/data/query.ts'

/** Open cases of an account, outages first and then the newest change; at most the first 100. */
export type OpenCases = Query<Reply<typeof searchCases>> & { rows: readonly ListedCase[]; total: number | undefined }

/** Reads the open cases on the customer side of an account. */
export function useOpenCases(account: string, isEnabled: boolean): OpenCases {
  const result = useQueryOf(
    searchCases,
    { query: { account: [account], open: true, sort: ['updatedAt,DESC'], size: 100 } },
    { enabled: isEnabled },
  )
  const rows = result.data?._embedded.issues ?? []
  return {
    data: result.data,
    error: result.error,
    refetch: result.refetch,
    rows: [...rows].sort((a, b) => Number(b.type === 'OUTAGE') - Number(a.type === 'OUTAGE')),
    total: result.data?.page.totalElements,
  }
}
