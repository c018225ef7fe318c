import { Outlet, useParams } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo } from 'react'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { live } from '#kit/web/live/use-topic.ts'
import { PartsProvider } from '#kit/web/parts.tsx'
import { AccountProvider, useAccounts } from '#kit/web/who/account.tsx'
import { useMe, usePrincipal } from '#kit/web/who/me.tsx'
import { features } from './features.ts'
import classes from './root.module.css'
import { useSession } from './session/use-session.ts'
import { Shell } from './shell/shell.tsx'
import { useVendor } from './who.ts'

const CHOSEN = 'account'
const parts = features.flatMap((feature) => feature.parts ?? [])
const SessionModal = lazyNamed(() => import('./session/session-modal.tsx'), 'SessionModal')

/** The root of all routes: finds the account of the page, watches the session, draws the shell. */
export function Root() {
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
