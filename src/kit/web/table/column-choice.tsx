import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'

/** A column that can be shown or hidden; `fixed` ones always are. */
export type Choice = { id: string; label: string; shown: boolean; fixed: boolean }

/** The columns of a grid to choose from, under their button. */
export function ColumnChoice(props: { choices: readonly Choice[]; toggle: (id: string) => void; face: ReactElement }) {
  return (
    <Menu position="bottom-end" closeOnItemClick={false} withinPortal={false}>
      <Menu.Target>{props.face}</Menu.Target>
      <Menu.Dropdown>
        {props.choices.map(({ id, label, shown, fixed }) => (
          <Menu.CheckboxItem key={id} checked={shown} disabled={fixed} onChange={() => props.toggle(id)}>
            {label}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
