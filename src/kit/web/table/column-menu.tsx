import { ActionIcon, Menu } from '@mantine/core'
import { IconCheck, IconColumns3 } from '@tabler/icons-react'
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
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={28} aria-label={t('grid.columns')}>
          <IconColumns3 size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {props.columns.map((column) => {
          const shown = props.isShown(column) ?? false
          return (
            <Menu.Item
              key={column.id}
              role="menuitemcheckbox"
              aria-checked={shown}
              disabled={column.fixed ?? false}
              rightSection={shown ? <IconCheck size={15} aria-hidden /> : null}
              onClick={() => props.toggle(column.id)}
            >
              {column.label}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
