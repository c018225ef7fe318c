import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import { isVendor, isVendorRole, type Role, roleNames } from '#features/roles/contract.ts'
import type { Actor } from '#kit/contract/permission.ts'
import type { FeaturePage, FeatureWeb } from '#kit/web/pages.ts'
import { Failed } from '#kit/web/states/failed.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { text } from '#kit/web/text/kit-text.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import { judge, type RouteGuard } from '#kit/web/who/route-guard.ts'
import { Denied } from './pages/denied.tsx'
import { NotFound } from './pages/not-found.tsx'
import { Root } from './root.tsx'
import { parseSearch, stringifySearch } from './search-params.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name: crumb, document title, phone head. */
    label?: () => string
  }
}

/** What the guards of the routes look at. */
export type RouteContext = { actor: Actor; accounts: readonly AccountChoice[]; home: string }

/** Composes the pages of all features into one router; every route is guarded by its own declaration. */
export function createPortalRouter(features: readonly FeatureWeb[], context: RouteContext) {
  const root = rootRoute()
  const home = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      if (context.home !== '/') throw redirect({ to: context.home, replace: true })
    },
    component: NotFound,
  })
  const denied = createRoute({
    getParentRoute: () => root,
    path: '/denied',
    component: Denied,
    staticData: { label: () => text('denied.label') },
  })
  const pages = features.flatMap(({ pages }) => pages).map((page) => pageRoute(root, page))
  return createRouter({
    routeTree: root.addChildren([home, denied, ...pages]),
    context,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    defaultPendingComponent: LoadingRows,
    defaultErrorComponent: ({ error, reset }) => <Failed error={error} retry={reset} />,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
    scrollToTopSelectors: ['#page'],
  })
}

type RootRoute = ReturnType<typeof rootRoute>

function rootRoute() {
  return createRootRouteWithContext<RouteContext>()({ component: Root, notFoundComponent: NotFound })
}

function pageRoute(root: RootRoute, page: FeaturePage) {
  return createRoute({
    getParentRoute: () => root,
    path: page.path,
    staticData: { label: page.label },
    beforeLoad: ({ context, params, location }) => {
      const account = accountOf(context, params)
      const verdict = judge(page.guard, context.actor, account)
      if (verdict.allowed) return
      if (verdict.redirectTo) throw redirect({ to: verdict.redirectTo, replace: true })
      throw redirect({
        to: '/denied',
        search: {
          page: page.label(),
          role: roleFor(page.guard, verdict.failed, context.actor),
          from: location.pathname,
        },
        replace: true,
      })
    },
    component: lazyRouteComponent(page.load, 'Page'),
  })
}

/** The role that would open the page: the first on the person's own side, vendor or customer. */
function roleFor(guard: RouteGuard | undefined, failed: string, actor: Actor): string | undefined {
  const wanted = guard?.only?.find((one) => typeof one !== 'string' && one.name === failed)
  const roles = typeof wanted === 'object' ? wanted.grants.map(({ role }) => role) : [failed]
  const role = roles.find((one) => isVendorRole(one) === isVendor(actor) && one in roleNames)
  return role && roleNames[role as Role]
}

/** The account of an address; one that the person cannot see is not found. */
function accountOf(context: RouteContext, params: Readonly<Record<string, string | undefined>>): string | undefined {
  if (params.accountId === undefined) return undefined
  const found = context.accounts.find(({ id }) => id === params.accountId)
  if (!found) throw notFound()
  return found.name
}
