import { Checkbox, Popover } from '@mantine/core'
import type { ReactElement } from 'react'
import { useText } from '../text/kit-text.ts'
import classes from './filter.module.css'
import type { ListState } from './list-state.ts'

/** The definition of a list filter: its name in the address, and its values. */
export type FilterProps = {
  state: ListState
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  /** Of values that exclude each other, a yes and a no: choosing one removes the other. */
  one?: boolean
}

/** The values of a filter under its chip. */
export function FilterMenu(props: FilterProps & { face: ReactElement }) {
  const t = useText()
  const { state, name, label, options, one } = props
  const chosenValues = state.filters[name] ?? []
  return (
    <Popover position="bottom-start" trapFocus>
      <Popover.Target>{props.face}</Popover.Target>
      <Popover.Dropdown className={classes.menu}>
        <Checkbox.Group
          value={[...chosenValues]}
          onChange={(values) => state.setFilter(name, one ? values.slice(-1) : values)}
          aria-label={label}
        >
          {options.map((option) => (
            <Checkbox key={option.value} value={option.value} label={option.label} className={classes.option} />
          ))}
        </Checkbox.Group>
        <button
          type="button"
          className={classes.clear}
          disabled={chosenValues.length === 0}
          onClick={() => state.setFilter(name, [])}
        >
          {t('clear')}
        </button>
      </Popover.Dropdown>
    </Popover>
  )
}
