import { Menu } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type ReactElement, useState } from 'react'

/** A column that can be shown or hidden; `fixed` ones always are. */
export type Choice = { id: string; label: string; shown: boolean; fixed: boolean }

/** The columns of a grid to choose from, under their button. */
export function ColumnChoice(props: { choices: readonly Choice[]; toggle: (id: string) => void; face: ReactElement }) {
  const [isOpen, setOpen] = useState(false)
  // The button keeps the focus, so the menu does not receive Escape itself.
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape') setOpen(false)
  })
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" closeOnItemClick={false} withinPortal={false}>
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
