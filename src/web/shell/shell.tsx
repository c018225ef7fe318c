import { useComputedColorScheme } from '@mantine/core'
import { Link, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { Fragment, Suspense, useEffect, useState } from 'react'
import { TrackerBar } from '#features/accounts/plugins/web/index.ts'
import { AnnouncementBanners } from '#features/messaging/announcements/web/index.ts'
import { ImpersonationBar } from '#features/sign-in/impersonation/web/index.ts'
import { useSettings } from '#features/users/users/web/index.ts'
import { IconMoon, IconSearch, IconSun } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useLiveState } from '#kit/web/live/use-topic.ts'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Shortcut } from '#kit/web/look/keys.tsx'
import { usePageIdle } from '#kit/web/page-idle.ts'
import { useCustomLabel } from '#kit/web/page-label.ts'
import { ErrorBoundary } from '#kit/web/states/error-boundary.tsx'
import { useText } from '#kit/web/text/kit-text.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { AccountSwitcher } from './account-switcher.tsx'
import { AvatarMenu } from './avatar-menu.tsx'
import { NotificationBell } from './bell.tsx'
import headerClasses from './header.module.css'
import { Indicators, Listeners, Overlays } from './listeners.tsx'
import { MobileHeader } from './phone-head.tsx'
import { Sidebar } from './rail.tsx'
import classes from './shell.module.css'
import { ShellTools, useShellTools } from './shell-tools.tsx'
import { breadcrumbs, keptTrail, saveRecentPages, type Visit, visit } from './trail.ts'
import trailNavClasses from './trail-nav.module.css'

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
  const [isFolded, setFolded] = useState(() => localStorage.getItem(FOLDED) === 'yes')
  const fold = () => {
    localStorage.setItem(FOLDED, isFolded ? 'no' : 'yes')
    setFolded(!isFolded)
  }
  const openMenu = () => {
    setMenuUsed(true)
    setMenu(true)
  }
  return (
    <ShellTools>
      <Listeners />
      <div className={classes.shell} data-folded={isFolded || undefined}>
        <a className={classes.skip} href="#page">
          {t('skip')}
        </a>
        <div className={classes.bars}>
          <Bars />
        </div>
        {phone ? <MobileHeader page={page} onMenu={openMenu} /> : <Header visits={page.visits} />}
        {!phone && <Sidebar folded={isFolded} onFold={fold} />}
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

/** The page on screen as the shell shows it, and the visits that led to it; also writes the document's title. */
function useTrail() {
  const { pathname, searchStr } = useLocation()
  const title = useCustomLabel()
  const account = useAccount()
  const matches = useMatches()
  const { portalName } = useMe()
  const label = title?.label ?? matches.at(-1)?.staticData.label?.() ?? ''
  const [trail, setTrail] = useState(keptTrail)
  const nowhere = title?.nowhere ?? false
  const accountName = account?.displayName ?? null
  useEffect(() => {
    if (label === '') return
    document.title = `${portalName} – ${label}`
    setTrail((before) => visit(before, { path: pathname, search: searchStr, label, account: accountName, nowhere }))
  }, [pathname, searchStr, label, accountName, nowhere, portalName])
  useEffect(() => saveRecentPages(trail), [trail])
  return { visits: trail, label, note: title?.note, back: title?.back }
}

/** In a script of its own, but loaded with the page: without a connection it could not be. */
const OfflineBar = lazyNamed(() => import('./offline-bar.tsx'), 'OfflineBar')

/** The bars above the header, in their fixed order: the system's, then impersonation, then announcements. */
function Bars() {
  const isIdle = usePageIdle()
  return (
    <>
      <Suspense fallback={null}>
        {isIdle && (
          <>
            <TrackerBar />
            <OfflineBar />
          </>
        )}
      </Suspense>
      <ImpersonationBar />
      <AnnouncementBanners />
    </>
  )
}

/** The header of wide screens, left to right as the design brief orders it. */
function Header({ visits }: { visits: readonly Visit[] }) {
  const t = useText()
  const { openPalette } = useShellTools()
  const { portalName } = useMe()
  return (
    <header className={headerClasses.header} data-shell>
      <Link to="/" className={headerClasses.brand} aria-label={t('shell.home', { portal: portalName })}>
        <Logo />
        <span className="el" title={portalName} translate="no">
          {portalName}
        </span>
      </Link>
      <AccountSwitcher />
      <Breadcrumbs visits={visits} />
      <button type="button" className={headerClasses.search} onClick={openPalette}>
        <IconSearch size={15} aria-hidden />
        <span className="grow">{t('shell.search')}</span>
        <Shortcut combo="mod+k" />
      </button>
      <Indicators />
      <LiveDot />
      <NotificationBell />
      <ThemeToggle />
      <AvatarMenu />
    </header>
  )
}

/** The product's logo: an H whose bar carries a signal. */
function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" style={{ flex: 'none' }}>
      <rect width="24" height="24" rx="6" fill="var(--primary)" />
      <g fill="none" stroke="#fff" strokeWidth="1.9" strokeLinecap="round">
        <path d="M6.7 6v12M17.3 6v12M6.7 12h10.6" />
      </g>
      <circle cx="12" cy="12" r="1.7" fill="#fff" />
    </svg>
  )
}

/** Switches between light and dark, and stores the choice. */
function ThemeToggle() {
  const t = useText()
  const { change } = useSettings()
  const dark = useComputedColorScheme('light') === 'dark'
  return (
    <IconButton
      aria-label={dark ? t('shell.light') : t('shell.dark')}
      onClick={() => change({ theme: dark ? 'light' : 'dark' })}
    >
      {dark ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
    </IconButton>
  )
}

const TIMEOUT_MS = 5_000

/**
 * Whether the page receives changes live, as a dot and a word. While the first connection is opened its place is
 * reserved: a longer word there would push the search box aside and back.
 */
function LiveDot() {
  const t = useText()
  const state = useLiveState()
  const [known, setKnown] = useState(state === 'open')
  useEffect(() => {
    if (state === 'open') return setKnown(true)
    const timer = setTimeout(() => setKnown(true), TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [state])
  const said = known ? state : 'open'
  return (
    <span className={headerClasses.live} data-state={said} data-coming={!known || undefined} role="status">
      {t(`shell.live.${said}`)}
    </span>
  )
}

/** The visited pages, at most three; the last one is the current page. */
function Breadcrumbs({ visits }: { visits: readonly Visit[] }) {
  const t = useText()
  return (
    <nav className={trailNavClasses.trail} aria-label={t('shell.trail')}>
      <ol>
        {breadcrumbs(visits).map(({ label, href, prefix }) => (
          <Fragment key={href ?? 'here'}>
            {prefix && <li className={trailNavClasses.prefix}>{prefix}</li>}
            <li
              className={href === null ? trailNavClasses.here : trailNavClasses.past}
              aria-current={href === null ? 'page' : undefined}
            >
              {href === null ? label : <Link to={href}>{label}</Link>}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}
