import { isVendor } from '#features/access/roles/contract.ts'
import { readAccounts } from '#features/accounts/accounts/contract.ts'
import { findAccounts } from '#features/accounts/accounts/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import { visibleAccounts } from '#kit/server/visible.ts'
import type { SearchHit } from '../contract.ts'

/** Accounts whose name, domain or CRM id resembles the text; the exact one first. */
export async function findAccountHits(db: Database, session: Session, q: string, most: number): Promise<SearchHit[]> {
  const selection = {
    visible: visibleAccounts(session, readAccounts),
    counted: [],
    planned: [],
    byVendor: isVendor(session.actor),
    q,
  }
  const { accounts } = await findAccounts(db, selection, {
    order: [{ field: 'displayName', descending: false }],
    page: 0,
    size: most,
  })
  return accounts.map(({ id, name, displayName, stage, city }) => ({
    kind: 'account',
    id,
    title: displayName,
    hint: city ?? stage,
    exact: [name, displayName.toLowerCase()].includes(q.toLowerCase()),
    account: name,
    accountId: id,
  }))
}
