import type { CaseRow } from '#features/support/cases/contract.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import { accountNewCasePath, caseQueuePath, customerCasesPath, internalCasesPath, newCasePath } from '../paths.ts'
import type { CaseQuery } from './case-views.ts'

/** Which cases a list covers: all accounts or one, customer side or internal side. */
export type CaseScope = { account: AccountChoice | null; internal: boolean }

/** The filters that limit a list to its scope. */
export function scopeFilters({ account, internal }: CaseScope): CaseQuery {
  return { ...(account ? { account: [account.name] } : {}), ...(internal ? { internal: true } : {}) }
}

/** The address of a scope's list. */
export function listPath({ account, internal }: CaseScope): string {
  if (!account) return caseQueuePath()
  return internal ? internalCasesPath({ account }) : customerCasesPath({ account })
}

/** The address for filing a case of the scope. */
export function newCaseIn({ account, internal }: CaseScope): string {
  const search = internal ? { side: 'internal' } : {}
  return account ? accountNewCasePath({ account }, search) : newCasePath(search)
}

/** The address of a case in the split view of its account, as notifications link it. */
export function caseLink({ internal, ...row }: Pick<CaseRow, 'account' | 'accountId' | 'key' | 'internal'>): string {
  const search = { id: row.key, tab: 'activity' }
  return internal ? internalCasesPath(row, search) : customerCasesPath(row, search)
}
