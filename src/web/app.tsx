import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { listMyAccounts } from '#features/accounts/contract.ts'
import { isVendor } from '#features/roles/contract.ts'
import { leaveForSignIn } from '#features/sessions/web/index.ts'
import { readMe } from '#features/users/contract.ts'
import { SettingsProvider } from '#features/users/web/index.ts'
import { queryClient, useQueryOf } from '#kit/web/data/query.ts'
import { Refusal } from '#kit/web/data/refusal.ts'
import { theme } from '#kit/web/look/theme.ts'
import { Failed } from '#kit/web/states/failed.tsx'
import { AccountProvider, accountPath } from '#kit/web/who/account.tsx'
import { actorOf, MeProvider } from '#kit/web/who/me.tsx'
import { features } from './features.ts'
import { createPortalRouter } from './router.tsx'

const Toasts = lazy(() => import('#kit/web/notices/toasts.tsx').then(({ Toasts }) => ({ default: Toasts })))

/** The whole portal, for whoever is signed in; nobody is sent to the sign-in page. */
export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <Toasts />
        </Suspense>
        <SettingsProvider>
          <SignedIn />
        </SettingsProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}

function SignedIn() {
  const me = useQueryOf(readMe, {})
  const accounts = useQueryOf(listMyAccounts, {})
  const router = useMemo(() => {
    if (!me.data || !accounts.data) return null
    const list = accounts.data._embedded.accounts
    const actor = actorOf(me.data)
    const [first] = list
    const home =
      isVendor(actor) || !first ? '/dashboard' : list.length > 1 ? '/accounts' : `${accountPath(first)}/dashboard`
    return createPortalRouter(features, { actor, accounts: list, home })
  }, [me.data, accounts.data])
  const error = me.error ?? accounts.error
  if (error instanceof Refusal && error.status === 401) {
    leaveForSignIn()
    return null
  }
  if (error) return <Failed page error={error} retry={() => void queryClient.refetchQueries()} />
  if (!me.data || !accounts.data || !router) return null
  return (
    <MeProvider me={me.data}>
      <AccountProvider value={{ account: null, accounts: accounts.data._embedded.accounts }}>
        <RouterProvider router={router} />
      </AccountProvider>
    </MeProvider>
  )
}
