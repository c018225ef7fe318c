import type { CaseRow } from '#features/support/cases/contract.ts'
import { type AccountChoice, accountPath } from '#kit/web/who/account.tsx'
import type { CaseQuery } from './case-views.ts'

/** Which cases a list covers: all accounts or one, customer side or internal side. */
export type CaseScope = { account: AccountChoice | null; internal: boolean }

/** The filters that limit a list to its scope. */
export function scopeFilters({ account, internal }: CaseScope): CaseQuery {
  return { ...(account ? { account: [account.name] } : {}), ...(internal ? { internal: true } : {}) }
}

/** The address of a scope's list. */
export function listPath({ account, internal }: CaseScope): string {
  if (!account) return '/support'
  return `${accountPath(account)}${internal ? '/internal' : ''}/support/customerCases`
}

/** The address for filing a case of the scope. */
export function newCasePath({ account, internal }: CaseScope): string {
  const path = account ? `${accountPath(account)}/support/new` : '/support/new'
  return internal ? `${path}?side=internal` : path
}

/** The address of a case as a page of its own. */
export function casePath(row: Pick<CaseRow, 'account' | 'accountId' | 'key'>): string {
  return `${accountPath({ name: row.account, id: row.accountId })}/support/case/${encodeURIComponent(row.key)}`
}

/** The address of a case in the split view of its account, as notifications link it. */
export function caseLink(row: Pick<CaseRow, 'account' | 'accountId' | 'key' | 'internal'>): string {
  const account = accountPath({ name: row.account, id: row.accountId })
  return `${account}${row.internal ? '/internal' : ''}/support/customerCases?id=${encodeURIComponent(row.key)}&tab=activity`
}
