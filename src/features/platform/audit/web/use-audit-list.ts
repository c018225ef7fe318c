import { useListState } from '#kit/web/table/list-state.ts'
import { useList } from '#kit/web/table/use-list.ts'
import { useUrlQuery } from '#kit/web/url-query.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import { listAudit } from '../contract.ts'
import { auditFilterNames } from './audit-filter-names.ts'

/** The entries of an account (null = of all accounts) as the address filters them, and the open entry. */
export function useAuditList(account: AccountChoice | null) {
  const state = useListState({ filters: auditFilterNames, sort: 'at,DESC' })
  const query = { ...state.query, ...(account ? { account: account.name } : {}) }
  const list = useList(listAudit, { query })
  const { query: address, change, put } = useUrlQuery<'entry'>()
  return {
    account,
    state,
    query,
    list,
    entryId: address.entry,
    open: (entry: string | undefined) => change({ entry }),
    /** Shows the entries that match these filters alone; the step can be undone by going back. */
    show: (filters: Readonly<Record<string, string>>) => put({ ...filters, entry: address.entry }, 'step'),
  }
}
export type AuditList = ReturnType<typeof useAuditList>
