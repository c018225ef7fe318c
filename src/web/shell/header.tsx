import { Link } from '@tanstack/react-router'
import { IconSearch } from '#kit/web/icons/icons.generated.ts'
import { Shortcut } from '#kit/web/look/keys.tsx'
import { useText } from '#kit/web/text/kit-text.ts'
import { AccountSwitcher } from './account-switcher.tsx'
import { AvatarMenu } from './avatar-menu.tsx'
import { NotificationBell } from './bell.tsx'
import classes from './header.module.css'
import { Indicators } from './listeners.tsx'
import { LiveDot } from './live-dot.tsx'
import { Logo } from './logo.tsx'
import { useShellTools } from './shell-tools.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import type { Visit } from './trail.ts'
import { Breadcrumbs } from './trail-nav.tsx'

/** The header of wide screens, left to right as the design brief orders it. */
export function Header({ visits }: { visits: readonly Visit[] }) {
  const t = useText()
  const { openPalette } = useShellTools()
  return (
    <header className={classes.header} data-shell>
      <Link to="/" className={classes.brand} aria-label={t('shell.home', { portal: 'Headend' })}>
        <Logo />
        <span>Headend</span>
      </Link>
      <AccountSwitcher />
      <Breadcrumbs visits={visits} />
      <button type="button" className={classes.search} onClick={openPalette}>
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
