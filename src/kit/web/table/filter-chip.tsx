import { Checkbox, Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useText } from '../text/kit-text.ts'
import classes from './filter.module.css'
import type { ListState } from './list-state.ts'

/** A filter of a list: a chip that names it and what is chosen, and a popover of its values (any of them). */
export function FilterChip(props: {
  state: ListState
  name: string
  label: string
  options: readonly { value: string; label: string }[]
}) {
  const t = useText()
  const { state, name, label, options } = props
  const chosen = state.filters[name] ?? []
  const words = options.filter(({ value }) => chosen.includes(value)).map((option) => option.label)
  return (
    <Popover position="bottom-start" trapFocus>
      <Popover.Target>
        <button type="button" className={classes.chip} data-set={chosen.length > 0 || undefined}>
          {label}
          {words.length > 0 && <strong>{words.length > 2 ? words.length : words.join(', ')}</strong>}
          <IconChevronDown size={14} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu}>
        <Checkbox.Group value={[...chosen]} onChange={(values) => state.setFilter(name, values)} aria-label={label}>
          {options.map((option) => (
            <Checkbox key={option.value} value={option.value} label={option.label} className={classes.option} />
          ))}
        </Checkbox.Group>
        <button
          type="button"
          className={classes.clear}
          disabled={chosen.length === 0}
          onClick={() => state.setFilter(name, [])}
        >
          {t('clear')}
        </button>
      </Popover.Dropdown>
    </Popover>
  )
}
