import { ActionIcon, Menu } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useText } from '../text/kit-text.ts'
import type { Column } from './columns.ts'

/** Chooses the columns of a grid; see `useColumns`. */
export function ColumnMenu<Row>(props: {
  columns: readonly Column<Row>[]
  isShown: (column: Column<Row>) => boolean | undefined
  toggle: (id: string) => void
}) {
  const t = useText()
  return (
    <Menu position="bottom-end" closeOnItemClick={false} withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={28} aria-label={t('grid.columns')}>
          <IconColumns3 size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {props.columns.map((column) => (
          <Menu.CheckboxItem
            key={column.id}
            checked={props.isShown(column) ?? false}
            disabled={column.fixed ?? false}
            onChange={() => props.toggle(column.id)}
          >
            {column.label}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
