import { ActionIcon } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { lazy } from 'react'
import { useText } from '../text/kit-text.ts'
import type { Column } from './columns.ts'
import { LateMenu } from './late-menu.tsx'

const ColumnChoice = lazy(() => import('./column-choice.tsx').then(({ ColumnChoice }) => ({ default: ColumnChoice })))

/** Chooses the columns of a grid; see `useColumns`. */
export function ColumnMenu<Row>(props: {
  columns: readonly Column<Row>[]
  isShown: (column: Column<Row>) => boolean | undefined
  toggle: (id: string) => void
}) {
  const t = useText()
  const choices = props.columns.map((column) => ({
    id: column.id,
    label: column.label,
    shown: props.isShown(column) ?? false,
    fixed: column.fixed ?? false,
  }))
  const face = (onClick?: () => void) => (
    <ActionIcon variant="default" size={28} aria-label={t('grid.columns')} {...(onClick ? { onClick } : {})}>
      <IconColumns3 size={16} aria-hidden />
    </ActionIcon>
  )
  return (
    <LateMenu face={face}>
      {(wanted) => <ColumnChoice choices={choices} toggle={props.toggle} wanted={wanted} face={face()} />}
    </LateMenu>
  )
}
