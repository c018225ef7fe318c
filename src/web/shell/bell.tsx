import { IconBell } from '#kit/web/icons/icons.generated.ts'
import { LazyMenu } from '#kit/web/lazy-menu.tsx'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { useUnread } from '#kit/web/notices/unread.ts'
import { useText } from '#kit/web/text/kit-text.ts'
import classes from './bell.module.css'

const MOST = 99
const load = () => import('./bell-panel.tsx')
const BellPanel = lazyNamed(load, 'BellPanel')

/** The bell of the header with what is unread in the inbox. */
export function NotificationBell() {
  const t = useText()
  const count = useUnread()
  const face = (onClick?: () => void) => (
    <IconButton
      className={classes.bell}
      aria-label={count > 0 ? t('shell.bellNew', { count }) : t('shell.bell')}
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={() => onClick?.()}
    >
      <IconBell size={18} aria-hidden />
      {count > 0 && <span className={classes.count}>{count > MOST ? `${MOST}+` : count}</span>}
    </IconButton>
  )
  return (
    <LazyMenu face={face} load={load}>
      <BellPanel face={face} />
    </LazyMenu>
  )
}
