import { isVendor } from '#features/access/roles/contract.ts'
import type { listMyAccounts } from '#features/accounts/accounts/contract.ts'
import { accountDashboardPath, chooseAccountPath, dashboardPath } from '#features/home/dashboard/paths.ts'
import { welcomePath } from '#features/users/users/paths.ts'
import type { Principal } from '#kit/contract/permission.ts'
import type { Reply } from '#kit/web/data/call.ts'
import type { AccountChoice, AccountContextValue } from '#kit/web/who/account.tsx'
import { type Me, toPrincipal } from '#kit/web/who/me.tsx'
import { features } from './features.ts'
import { createPortalRouter } from './router.tsx'

/** What one user may see: the accounts to choose from, and the pages. */
export type PortalOf = {
  readonly choice: AccountContextValue
  readonly router: ReturnType<typeof createPortalRouter>
}
type MyAccountsReply = Reply<typeof listMyAccounts>

let last: { who: string; portal: PortalOf } | undefined

/**
 * A user's portal: the same object as long as their permissions and accounts are the same, whatever newer figures came
 * with them.
 */
export function portalOf(me: Me, accountsReply: MyAccountsReply): PortalOf {
  const actor = toPrincipal(me)
  const accounts = accountsReply._embedded.accounts.map(choiceOf)
  const who = JSON.stringify([actor, accounts])
  if (last?.who !== who) {
    const router = createPortalRouter(features, { actor, accounts, home: homeOf(actor, accounts) })
    last = { who, portal: { choice: { account: null, accounts }, router } }
  }
  return last.portal
}

function choiceOf({ id, name, displayName, stage, region }: AccountChoice): AccountChoice {
  return { id, name, displayName, stage, region }
}

/**
 * The start page of a user: staff with all accounts, a customer with their own, a user without a role with the welcome
 * page.
 */
function homeOf(actor: Principal, accounts: readonly AccountChoice[]): string {
  const [first] = accounts
  if (actor.roles.length === 0) return welcomePath()
  if (isVendor(actor) || !first) return dashboardPath()
  return accounts.length > 1 ? chooseAccountPath() : accountDashboardPath({ account: first })
}
