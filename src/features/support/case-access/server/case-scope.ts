import { isVendor } from '#features/access/roles/contract.ts'
import { hasPermission, tokenAllows } from '#kit/server/has-permission.ts'
import type { Session } from '#kit/server/session.ts'
import type { BindParameter } from '#kit/server/statement.ts'
import { visibleAccounts } from '#kit/server/visible.ts'
import { readCases, readEveryCase, seeInternal } from '../contract.ts'

/** The cases that a user may see; every query of cases applies it, so that invisible ones are not found. */
export type CaseScope = {
  readonly userId: number
  /** Accounts all of whose customer-side cases are visible. */
  readonly whole: 'all' | readonly number[]
  /** Accounts in which only cases that the user reported or watches are visible (contractors). */
  readonly limited: readonly number[]
  /** Accounts whose internal cases and comments are visible. */
  readonly internal: 'all' | readonly number[]
}

/** The scope of a session; an API token without `case:internal` does not see the internal side. */
export function caseScope(session: Session): CaseScope {
  const whole = visibleAccounts(session, readEveryCase)
  const some = visibleAccounts(session, readCases)
  const limitedIds = whole === 'all' || some === 'all' ? [] : some.filter((id) => !whole.includes(id))
  const internal = tokenAllows(session, seeInternal) ? visibleAccounts(session, seeInternal) : []
  return { userId: session.userId, whole, limited: limitedIds, internal }
}

/** The condition on `cases c` that limits it to the scope. */
export function scopeCondition({ userId, whole, limited, internal }: CaseScope, bind: BindParameter): string {
  const conditions = [accountIn(whole, bind)]
  if (limited.length) {
    const me = bind(userId)
    const isWatched = `exists (select 1 from case_watchers own where own.case_id = c.id and own.user_id = ${me})`
    conditions.push(`(${accountIn(limited, bind)} and (c.reporter_id = ${me} or ${isWatched}))`)
  }
  const side =
    internal === 'all'
      ? []
      : internal.length
        ? [`(not c.internal or ${accountIn(internal, bind)})`]
        : ['not c.internal']
  return [conditions.length > 1 ? `(${conditions.join(' or ')})` : conditions[0]!, ...side].join(' and ')
}

/** Whether the user accesses the account as vendor staff. */
export function isVendorIn(session: Session, account: string): boolean {
  return isVendor(session.actor) && hasPermission(session, seeInternal, account)
}

function accountIn(accounts: 'all' | readonly number[], bind: BindParameter): string {
  if (accounts === 'all') return 'true'
  if (accounts.length === 1) return `c.account_id = ${bind(accounts[0])}`
  return `c.account_id = any(${bind(accounts)}::bigint[])`
}
