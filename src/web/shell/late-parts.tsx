import { lazy, type ReactNode, Suspense } from 'react'
import { AccountFace } from './account-face.tsx'
import classes from './header.module.css'

const AccountSwitcher = lazy(() =>
  import('./account-switcher.tsx').then(({ AccountSwitcher }) => ({ default: AccountSwitcher })),
)
const Bell = lazy(() => import('./bell.tsx').then(({ Bell }) => ({ default: Bell })))
const AvatarMenu = lazy(() => import('./avatar-menu.tsx').then(({ AvatarMenu }) => ({ default: AvatarMenu })))

/** The account switcher. It loads behind the first paint, as do the tools: what floats is a fifth of the shell's bytes. */
export function LateAccountSwitcher() {
  return (
    <Suspense fallback={<AccountFace />}>
      <AccountSwitcher />
    </Suspense>
  )
}

/** Bell and avatar with what stands between them; their places are kept until they are there. */
export function LateTools({ children }: { children?: ReactNode }) {
  return (
    <>
      <Suspense fallback={<span className={classes.place} />}>
        <Bell />
      </Suspense>
      {children}
      <Suspense fallback={<span className={classes.place} />}>
        <AvatarMenu />
      </Suspense>
    </>
  )
}
