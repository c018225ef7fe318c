import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { redirectToSignIn, signOut } from '#features/access/sessions/web/index.ts'
import { listMyAccounts } from '#features/accounts/accounts/contract.ts'
import { readMe } from '#features/users/users/contract.ts'
import { SettingsProvider } from '#features/users/users/web/index.ts'
import { ApiError } from '#kit/web/data/api-error.ts'
import { jointQuery } from '#kit/web/data/joint-query.ts'
import { queryClient, useQueryOf } from '#kit/web/data/query.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { theme } from '#kit/web/look/theme.ts'
import { usePageIdle } from '#kit/web/page-idle.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { LanguageProvider } from '#kit/web/text/language-provider.tsx'
import { AccountProvider } from '#kit/web/who/account.tsx'
import { MeProvider } from '#kit/web/who/me.tsx'
import { portalOf } from './portal-of.ts'

type LeaveReason = 'error' | 'account-not-found'

const Toasts = lazyNamed(() => import('#kit/web/notices/toasts.tsx'), 'Toasts')

/** The whole portal for a signed-in user; a visitor is sent to the sign-in page. */
export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <LanguageProvider>
          <LateToasts />
          <SettingsProvider>
            <SignedIn />
          </SettingsProvider>
        </LanguageProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Separate: if the `App` were drawn again once the page is rendered, every part of Mantine would be too. */
function LateToasts() {
  const isSettled = usePageIdle()
  return <Suspense>{isSettled && <Toasts />}</Suspense>
}

function SignedIn() {
  const me = useQueryOf(readMe, {})
  const accounts = useQueryOf(listMyAccounts, {})
  const query = jointQuery({ me, accounts })
  // Kept once it is known: what is asked while the user is signed out is a 401, which would hide the reason.
  const [reason, setReason] = useState<LeaveReason>()
  const newReason = leaveReason(me.error, accounts.error)
  if (newReason && !reason) setReason(newReason)
  if (reason) return <Leaving reason={reason} />
  if (query.error instanceof ApiError && query.error.status === 401) {
    // Once a user was signed in, `useSession` reports that the session has ended.
    if (!me.data) redirectToSignIn()
    return null
  }
  return (
    <QueryView page query={query} loading={null}>
      {(known) => {
        const portal = portalOf(known.me, known.accounts)
        return (
          <MeProvider me={known.me}>
            <AccountProvider value={portal.choice}>
              <RouterProvider router={portal.router} />
            </AccountProvider>
          </MeProvider>
        )
      }}
    </QueryView>
  )
}

/** Why the user is signed out: the server rejects who they are, or has no account of theirs (part 1 §4). */
function leaveReason(me: Error | null, accounts: Error | null): LeaveReason | undefined {
  if (accounts instanceof ApiError && accounts.status === 404) return 'account-not-found'
  return me instanceof ApiError && me.status >= 400 && me.status < 500 && ![401, 429].includes(me.status)
    ? 'error'
    : undefined
}

/** Clears what is known of the user, signs them out and shows why on the sign-in page. */
function Leaving({ reason }: { reason: LeaveReason }) {
  useEffect(() => {
    queryClient.getQueryCache().clear()
    void signOut(reason)
  }, [reason])
  return null
}
