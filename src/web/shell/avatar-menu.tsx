import { LazyMenu } from '#kit/web/lazy-menu.tsx'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Avatar } from '#kit/web/look/face.tsx'
import { useText } from '#kit/web/text/kit-text.ts'
import { useMe } from '#kit/web/who/me.tsx'
import classes from './header.module.css'

const load = () => import('./avatar-dropdown.tsx')
const AvatarDropdown = lazyNamed(load, 'AvatarDropdown')

/** The user as a disc that opens the user menu. */
export function AvatarMenu() {
  const t = useText()
  const me = useMe()
  const face = (onClick?: () => void) => (
    <button
      type="button"
      className={classes.round}
      aria-label={t('shell.me', { name: me.fullName })}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={onClick}
    >
      <Avatar name={me.fullName} />
    </button>
  )
  return (
    <LazyMenu face={face} load={load}>
      <AvatarDropdown face={face()} />
    </LazyMenu>
  )
}
