import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'

/** Filters that are not in the bar yet, and the function that adds one. */
export type MoreFiltersProps = {
  options: readonly { name: string; label: string }[]
  onPick: (name: string) => void
}

/** The names of the filters under their chip. */
export function MoreFiltersMenu(props: MoreFiltersProps & { face: ReactElement }) {
  return (
    <Menu position="bottom-start" withinPortal={false} returnFocus={false}>
      <Menu.Target>{props.face}</Menu.Target>
      <Menu.Dropdown>
        {props.options.map(({ name, label }) => (
          <Menu.Item key={name} onClick={() => props.onPick(name)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
