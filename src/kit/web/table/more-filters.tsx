import { IconPlus } from '#kit/web/icons/icons.generated.ts'
import { LazyMenu } from '../lazy-menu.tsx'
import { lazyNamed } from '../lazy-named.ts'
import { useText } from '../text/kit-text.ts'
import classes from './filter.module.css'
import type { MoreFiltersProps } from './more-filters-menu.tsx'

const load = () => import('./more-filters-menu.tsx')
const MoreFiltersMenu = lazyNamed(load, 'MoreFiltersMenu')

/** A dashed chip at the end of the bar that offers the rarely used filters. */
export function MoreFilters(props: MoreFiltersProps) {
  const t = useText()
  const face = (onClick?: () => void) => (
    <button
      type="button"
      className={classes.chip}
      data-more
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={onClick}
    >
      <IconPlus size={14} aria-hidden />
      {t('grid.filter')}
    </button>
  )
  return (
    <LazyMenu face={face} load={load}>
      <MoreFiltersMenu {...props} face={face()} />
    </LazyMenu>
  )
}
