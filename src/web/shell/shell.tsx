import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { ErrorBoundary } from '#kit/web/states/error-boundary.tsx'
import { useText } from '#kit/web/text/kit-text.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { Bars } from './bars.tsx'
import { Header } from './header.tsx'
import { Listeners, Overlays } from './listeners.tsx'
import { MobileHeader } from './phone-head.tsx'
import { Sidebar } from './rail.tsx'
import classes from './shell.module.css'
import { ShellTools } from './shell-tools.tsx'
import { useTrail } from './use-trail.ts'

const FOLDED = 'rail-folded'
const PhoneMenu = lazyNamed(() => import('./phone-menu.tsx'), 'PhoneMenu')

/** The frame of every page: bars, header, rail and the page, which scrolls inside itself. */
export function Shell() {
  const t = useText()
  const phone = useIsMobile()
  const { pathname } = useLocation()
  const page = useTrail()
  const [menu, setMenu] = useState(false)
  const [menuUsed, setMenuUsed] = useState(false)
  const [folded, setFolded] = useState(() => localStorage.getItem(FOLDED) === 'yes')
  const fold = () => {
    localStorage.setItem(FOLDED, folded ? 'no' : 'yes')
    setFolded(!folded)
  }
  const openMenu = () => {
    setMenuUsed(true)
    setMenu(true)
  }
  return (
    <ShellTools>
      <Listeners />
      <div className={classes.shell} data-folded={folded || undefined}>
        <a className={classes.skip} href="#page">
          {t('skip')}
        </a>
        <div className={classes.bars}>
          <Bars />
        </div>
        {phone ? <MobileHeader page={page} onMenu={openMenu} /> : <Header visits={page.visits} />}
        {!phone && <Sidebar folded={folded} onFold={fold} />}
        <main id="page" className={classes.main} tabIndex={-1}>
          <ErrorBoundary resetKey={pathname}>
            <Outlet />
          </ErrorBoundary>
        </main>
      </div>
      <Overlays />
      <Suspense>{phone && menuUsed && <PhoneMenu opened={menu} onClose={() => setMenu(false)} />}</Suspense>
    </ShellTools>
  )
}
