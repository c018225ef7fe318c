import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
  useParams,
} from '@tanstack/react-router'
import { Suspense, useEffect, useMemo } from 'react'
import { welcomePath } from '#features/users/users/paths.ts'
import { pagePath, writeSearch } from '#kit/contract/page-path.ts'
import type { Principal } from '#kit/contract/permission.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { leavingPath } from '#kit/web/links/leaving-address.ts'
import { live } from '#kit/web/live/use-topic.ts'
import type { FeaturePage, FeatureWeb } from '#kit/web/pages.ts'
import { PartsProvider } from '#kit/web/parts.tsx'
import { ErrorState } from '#kit/web/states/failed.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { text } from '#kit/web/text/kit-text.ts'
import { type AccountChoice, AccountProvider, useAccounts } from '#kit/web/who/account.tsx'
import { useMe, usePrincipal } from '#kit/web/who/me.tsx'
import { evaluateGuard } from '#kit/web/who/route-guard.ts'
import { features } from './features.ts'
import { pageAt } from './page-at.ts'
import classes from './root.module.css'
import { parseSearch } from './search-params.ts'
import { useSession } from './session/use-session.ts'
import { Shell } from './shell/shell.tsx'
import { useVendor } from './who.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name: crumb, document title, phone head. */
    label?: () => string
    load?: FeaturePage['load']
  }
}

const NotFoundPage = lazyRouteComponent(() => import('./pages/not-found.tsx'), 'NotFound')

/** The input of the routes' guards. */
export type RouteContext = { actor: Principal; accounts: readonly AccountChoice[]; home: string }

/** Composes the pages of all features into one router; every route is guarded by its own declaration. */
export function createPortalRouter(features: readonly FeatureWeb[], context: RouteContext) {
  const root = rootRoute()
  const home = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      if (context.home !== '/') throw redirect({ to: context.home, replace: true })
    },
    component: NotFoundPage,
  })
  const deniedRoute = createRoute({
    getParentRoute: () => root,
    path: deniedPath.pattern,
    // Permissions that were granted meanwhile open the denied page.
    beforeLoad: ({ context, search }) => {
      const from = (search as { from?: string }).from ?? ''
      const deniedPage = pageAt(features, from)
      if (
        deniedPage &&
        evaluateGuard(deniedPage.page.guard, context.actor, accountOf(context, deniedPage.params)).allowed
      )
        throw redirect({ to: deniedPage.page.path.pattern, params: deniedPage.params, replace: true })
    },
    component: lazyRouteComponent(() => import('./pages/denied.tsx'), 'Denied'),
    staticData: { label: () => text('shell.denied') },
  })
  const leaving = createRoute({
    getParentRoute: () => root,
    path: leavingPath.pattern,
    component: lazyRouteComponent(() => import('./pages/external-link-warning.tsx'), 'ExternalLinkWarning'),
    staticData: { label: () => text('shell.leaving') },
  })
  const pages = features.flatMap(({ pages }) => pages).map((page) => pageRoute(root, page))
  return createRouter({
    routeTree: root.addChildren([home, deniedRoute, leaving, ...pages]),
    context,
    parseSearch,
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    defaultPendingComponent: LoadingRows,
    defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} retry={reset} />,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: scrolls(),
    scrollToTopSelectors: ['#page'],
  })
}

/**
 * Whether to scroll the page that came on screen, to its last position or to its top. The first page of a visit is
 * there already, and scrolling would make the browser lay it out before it may paint anything.
 */
function scrolls(): (at: { location: { hash: string } }) => boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  let first = visit?.type === 'navigate'
  return ({ location }) => {
    const scroll = !first || location.hash !== ''
    first = false
    return scroll
  }
}

/** The page of those whom a guard does not let in; `from` is the path that they asked for. */
const deniedPath = pagePath('/denied', ['from'])

/** The one page of a user without a role, and of no other user. */
const WELCOME = welcomePath()

type RootRoute = ReturnType<typeof rootRoute>

function rootRoute() {
  return createRootRouteWithContext<RouteContext>()({
    component: Root,
    notFoundComponent: NotFoundPage,
    beforeLoad: ({ context, location }) => {
      const welcome = location.pathname === WELCOME
      if (welcome !== (context.actor.roles.length === 0)) throw redirect({ to: context.home, replace: true })
    },
  })
}

function pageRoute(root: RootRoute, page: FeaturePage) {
  return createRoute({
    getParentRoute: () => root,
    path: page.path.pattern,
    staticData: { label: page.label, load: page.load },
    beforeLoad: ({ context, params, location }) => {
      const account = accountOf(context, params)
      const verdict = evaluateGuard(page.guard, context.actor, account)
      if (verdict.allowed) return
      if (verdict.redirectTo) throw redirect({ to: verdict.redirectTo, replace: true })
      throw redirect({ to: deniedPath.pattern, search: { from: location.pathname }, replace: true })
    },
    component: lazyRouteComponent(page.load, 'Page'),
  })
}

/** The account of an address; one that the user cannot see is not found. */
function accountOf(context: RouteContext, params: Readonly<Record<string, string | undefined>>): string | undefined {
  if (params.accountId === undefined) return undefined
  const namedAccount = context.accounts.find(({ id }) => id === params.accountId)
  if (!namedAccount) throw notFound()
  return namedAccount.name
}

const CHOSEN = 'account'
const parts = features.flatMap((feature) => feature.parts ?? [])
const SessionModal = lazyNamed(() => import('./session/session-modal.tsx'), 'SessionModal')

/** The root of all routes: finds the account of the page, watches the session, draws the shell. */
function Root() {
  const accounts = useAccounts()
  const welcome = usePrincipal().roles.length === 0
  const vendor = useVendor()
  const { accountId } = useParams({ strict: false }) as { accountId?: string }
  const endsAt = useSession(useMe())
  useEffect(() => live.start(), [])
  const value = useMemo(() => {
    const named = accounts.find(({ id }) => id === accountId)
    if (named) sessionStorage.setItem(CHOSEN, named.id)
    const kept = accounts.find(({ id }) => id === sessionStorage.getItem(CHOSEN)) ?? accounts[0]
    return { accounts, account: named ?? (vendor ? null : (kept ?? null)) }
  }, [accounts, accountId, vendor])
  return (
    <AccountProvider value={value}>
      <PartsProvider value={parts}>{welcome ? <Bare /> : <Shell />}</PartsProvider>
      <Suspense>{endsAt !== null && <SessionModal endsAt={endsAt} />}</Suspense>
    </AccountProvider>
  )
}

/** A page without the shell, because a request of every part of it would be denied. */
function Bare() {
  return (
    <main id="page" className={classes.bare}>
      <Outlet />
    </main>
  )
}
