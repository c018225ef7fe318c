import { listMyAccounts } from '#features/accounts/accounts/contract.ts'
import { readMe, readMySettings } from '#features/users/users/contract.ts'
import { queryClient, queryOf } from '#kit/web/data/query.ts'
import { type Me, toPrincipal } from '#kit/web/who/me.tsx'
import { features } from './features.ts'
import { pageAt } from './page-at.ts'
import { type PortalOf, portalOf } from './portal-of.ts'

/** How long to wait for the data of the first view; then the page is drawn without it. */
const TIMEOUT_MS = 1_000

/**
 * Requests what the first page needs before anything is drawn, so that it is drawn once and completely; step by step,
 * because a browser that does all at once blocks its event loop. Failures are left to the `App`, which repeats the
 * request and shows them.
 */
export async function loadFirstPage(): Promise<void> {
  // A font that is requested once the page is rendered, even one that is loaded already, lays out all of it a second
  // time.
  for (const face of ['Inter', 'JetBrains Mono'])
    void document.fonts.load(`1em "${face} Variable"`).catch(() => undefined)
  try {
    await pause()
    void queryClient.prefetchQuery(queryOf(readMe, {}))
    await pause()
    void queryClient.prefetchQuery(queryOf(listMyAccounts, {}))
    void queryClient.prefetchQuery(queryOf(readMySettings, {}))
    await pause()
    const [me, accounts] = await Promise.all([
      queryClient.fetchQuery(queryOf(readMe, {})),
      queryClient.fetchQuery(queryOf(listMyAccounts, {})),
      queryClient.prefetchQuery(queryOf(readMySettings, {})),
      loadCode(location.pathname),
    ])
    const portal = portalOf(me, accounts)
    await pause()
    await portal.router.load()
    await Promise.race([prefetchFirstPage(me, portal), pause(TIMEOUT_MS)])
  } catch {}
}

/** The page's code runs while the responses are loading; the router decides whether the user may open the page. */
function loadCode(pathname: string): Promise<unknown> | undefined {
  return pageAt(features, pathname)?.page.load()
}

async function prefetchFirstPage(me: Me, { router, choice }: PortalOf): Promise<void> {
  const { staticData, params, search } = router.state.matches.at(-1) ?? {}
  const page = await staticData?.load?.()
  const account = choice.accounts.find(({ id }) => id === params?.accountId) ?? null
  await page?.ask?.({ search: search ?? {}, account, actor: toPrincipal(me) })
}

function pause(ms = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
