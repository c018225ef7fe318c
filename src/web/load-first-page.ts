import { listMyAccounts } from '#features/accounts/contract.ts'
import { readMe, readMySettings } from '#features/users/contract.ts'
import { queryClient, queryOf } from '#kit/web/data/query.ts'
import { actorOf, type Me } from '#kit/web/who/me.tsx'
import { type PortalOf, portalOf } from './portal-of.ts'

/** How long what the page shows first is waited for; then the page is drawn without it. */
const PATIENCE_MS = 1_000

/**
 * Asks for what the first page needs before anything is drawn, so that it is drawn once and whole. What goes wrong here
 * is left to the `App`, which asks again and shows it.
 */
export async function loadFirstPage(): Promise<void> {
  try {
    const [me, accounts] = await Promise.all([
      queryClient.fetchQuery(queryOf(readMe, {})),
      queryClient.fetchQuery(queryOf(listMyAccounts, {})),
      queryClient.prefetchQuery(queryOf(readMySettings, {})),
    ])
    const portal = portalOf(me, accounts)
    await portal.router.load()
    await Promise.race([askAhead(me, portal), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
  } catch {}
}

async function askAhead(me: Me, { router, choice }: PortalOf): Promise<void> {
  const { staticData, params, search } = router.state.matches.at(-1) ?? {}
  const page = await staticData?.load?.()
  const account = choice.accounts.find(({ id }) => id === params?.accountId) ?? null
  await page?.ask?.({ search: search ?? {}, account, actor: actorOf(me) })
}
