import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import type { MoreFiltersProps } from './more-filters.tsx'

/** The names of the filters under their chip; `wanted` opens them at once. */
export function MoreFiltersMenu(props: MoreFiltersProps & { wanted: boolean; face: ReactElement }) {
  return (
    <Menu position="bottom-start" withinPortal={false} returnFocus={false} defaultOpened={props.wanted}>
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
