import { IconBookmark } from '#kit/web/icons/icons.generated.ts'
import { LazyMenu } from '../lazy-menu.tsx'
import { lazyNamed } from '../lazy-named.ts'
import { IconButton } from '../look/icon-button.tsx'
import { useText } from '../text/kit-text.ts'

const load = () => import('./views-popover.tsx')
const ViewsPopover = lazyNamed(load, 'ViewsPopover')

/** The user's saved views of a list, behind a button. */
export function ViewsMenu({ list }: { list: string }) {
  const t = useText()
  const face = (onClick?: () => void) => (
    <IconButton
      variant="default"
      size={28}
      aria-label={t('grid.views')}
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={onClick}
    >
      <IconBookmark size={16} aria-hidden />
    </IconButton>
  )
  return (
    <LazyMenu face={face} load={load}>
      <ViewsPopover list={list} face={face} />
    </LazyMenu>
  )
}
