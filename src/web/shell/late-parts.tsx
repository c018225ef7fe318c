import { lazy, type ReactNode, Suspense } from 'react'
import { useSettled } from '#kit/web/settled.ts'
import { AccountFace } from './account-face.tsx'
import classes from './header.module.css'

const AccountSwitcher = lazy(() =>
  import('./account-switcher.tsx').then(({ AccountSwitcher }) => ({ default: AccountSwitcher })),
)
const Bell = lazy(() => import('./bell.tsx').then(({ Bell }) => ({ default: Bell })))
const AvatarMenu = lazy(() => import('./avatar-menu.tsx').then(({ AvatarMenu }) => ({ default: AvatarMenu })))

/** The account switcher. It loads behind the first paint, as do the tools: what floats is a fifth of the shell's bytes. */
export function LateAccountSwitcher() {
  const settled = useSettled()
  return <Suspense fallback={<AccountFace />}>{settled ? <AccountSwitcher /> : <AccountFace />}</Suspense>
}

/** Bell and avatar with what stands between them; their places are kept until they are there. */
export function LateTools({ children }: { children?: ReactNode }) {
  const settled = useSettled()
  const bell = <span className={classes.place} />
  const avatar = <span className={classes.place} data-round />
  return (
    <>
      <Suspense fallback={bell}>{settled ? <Bell /> : bell}</Suspense>
      {children}
      <Suspense fallback={avatar}>{settled ? <AvatarMenu /> : avatar}</Suspense>
    </>
  )
}
