import { IconChevronDown } from '@tabler/icons-react'
import { lazy } from 'react'
import classes from './filter.module.css'
import type { FilterProps } from './filter-menu.tsx'
import { LateMenu } from './late-menu.tsx'

const FilterMenu = lazy(() => import('./filter-menu.tsx').then(({ FilterMenu }) => ({ default: FilterMenu })))

/** A filter of a list: a chip that names it and what is chosen, and a popover of its values (any of them). */
export function FilterChip(props: FilterProps) {
  const chosen = props.state.filters[props.name] ?? []
  const words = props.options.filter(({ value }) => chosen.includes(value)).map((option) => option.label)
  const face = (onClick?: () => void) => (
    <button type="button" className={classes.chip} data-set={chosen.length > 0 || undefined} onClick={onClick}>
      {props.label}
      {words.length > 0 && <strong>{words.length > 2 ? words.length : words.join(', ')}</strong>}
      <IconChevronDown size={14} aria-hidden />
    </button>
  )
  return (
    <LateMenu face={face}>
      {(wanted) => <FilterMenu {...props} wanted={wanted || props.defaultOpened === true} face={face()} />}
    </LateMenu>
  )
}
