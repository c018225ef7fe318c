import { IconChevronDown } from '#kit/web/icons/icons.generated.ts'
import { LazyMenu } from '../lazy-menu.tsx'
import { lazyNamed } from '../lazy-named.ts'
import classes from './filter.module.css'
import type { FilterProps } from './filter-menu.tsx'

const load = () => import('./filter-menu.tsx')
const FilterMenu = lazyNamed(load, 'FilterMenu')

/**
 * A filter of a list: a chip with its name and the chosen values, and a popover of its values (any of them). `opened`
 * opens it at once, for a filter that was just added.
 */
export function FilterChip({ opened, ...props }: FilterProps & { opened?: boolean }) {
  const chosenValues = props.state.filters[props.name] ?? []
  const words = props.options.filter(({ value }) => chosenValues.includes(value)).map((option) => option.label)
  const face = (onClick?: () => void) => (
    <button
      type="button"
      className={classes.chip}
      data-set={chosenValues.length > 0 || undefined}
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={onClick}
    >
      {props.label}
      {words.length > 0 && <strong>{words.length > 2 ? words.length : words.join(', ')}</strong>}
      <IconChevronDown size={14} aria-hidden />
    </button>
  )
  return (
    <LazyMenu face={face} load={load} open={opened}>
      <FilterMenu {...props} face={face()} />
    </LazyMenu>
  )
}
