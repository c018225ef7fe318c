import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { listMyAccounts } from '#features/accounts/contract.ts'
import { isVendor } from '#features/roles/contract.ts'
import { leaveForSignIn } from '#features/sessions/web/index.ts'
import { readMe } from '#features/users/contract.ts'
import { SettingsProvider } from '#features/users/web/index.ts'
import type { Actor } from '#kit/contract/permission.ts'
import { queryClient, useQueryOf } from '#kit/web/data/query.ts'
import { Refusal } from '#kit/web/data/refusal.ts'
import { theme } from '#kit/web/look/theme.ts'
import { Failed } from '#kit/web/states/failed.tsx'
import { type AccountChoice, AccountProvider, accountPath } from '#kit/web/who/account.tsx'
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
  const actor = useUnchanged(me.data && actorOf(me.data))
  const accounts = useQueryOf(listMyAccounts, {})
  const choices = useUnchanged(accounts.data?._embedded.accounts.map(choiceOf))
  const router = useMemo(
    () => actor && choices && createPortalRouter(features, { actor, accounts: choices, home: homeOf(actor, choices) }),
    [actor, choices],
  )
  const error = me.error ?? accounts.error
  if (error instanceof Refusal && error.status === 401) {
    // Once somebody was here, `useSession` says that the session has ended.
    if (!me.data) leaveForSignIn()
    return null
  }
  if (error && !router) return <Failed page error={error} retry={() => void queryClient.refetchQueries()} />
  if (!me.data || !choices || !router) return null
  return (
    <MeProvider me={me.data}>
      <AccountProvider value={{ account: null, accounts: choices }}>
        <RouterProvider router={router} />
      </AccountProvider>
    </MeProvider>
  )
}

/** The same object as long as it says the same, so that an answer with newer figures does not make the router anew. */
function useUnchanged<Value>(value: Value): Value {
  const [kept, setKept] = useState(value)
  if (kept === value || JSON.stringify(kept) === JSON.stringify(value)) return kept
  setKept(value)
  return value
}

function choiceOf({ id, name, displayName, stage, region }: AccountChoice): AccountChoice {
  return { id, name, displayName, stage, region }
}

/** Where a person begins: staff with all accounts, a customer with their own, whoever has no role with the welcome. */
function homeOf(actor: Actor, accounts: readonly AccountChoice[]): string {
  const [first] = accounts
  if (actor.roles.length === 0) return '/welcome'
  if (isVendor(actor) || !first) return '/dashboard'
  return accounts.length > 1 ? '/accounts' : `${accountPath(first)}/dashboard`
}
