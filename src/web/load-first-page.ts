import { listMyAccounts } from '#features/accounts/contract.ts'
import { readMe } from '#features/users/contract.ts'
import { queryClient, queryOf } from '#kit/web/data/query.ts'
import { portalOf } from './portal-of.ts'

/**
 * Asks for what the first page needs before anything is drawn, so that it is drawn once and whole. What goes wrong here
 * is left to the `App`, which asks again and shows it.
 */
export async function loadFirstPage(): Promise<void> {
  try {
    const [me, accounts] = await Promise.all([
      queryClient.fetchQuery(queryOf(readMe, {})),
      queryClient.fetchQuery(queryOf(listMyAccounts, {})),
    ])
    await portalOf(me, accounts).router.load()
  } catch {}
}
