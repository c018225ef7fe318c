import { IconColumns3 } from '#kit/web/icons/icons.generated.ts'
import { LazyMenu } from '../lazy-menu.tsx'
import { lazyNamed } from '../lazy-named.ts'
import { IconButton } from '../look/icon-button.tsx'
import { useText } from '../text/kit-text.ts'
import type { Column } from './columns.ts'

const load = () => import('./column-choice.tsx')
const ColumnChoice = lazyNamed(load, 'ColumnChoice')

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
    <IconButton
      variant="default"
      size={28}
      aria-label={t('grid.columns')}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={onClick}
    >
      <IconColumns3 size={16} aria-hidden />
    </IconButton>
  )
  return (
    <LazyMenu face={face} load={load}>
      <ColumnChoice choices={choices} toggle={props.toggle} face={face()} />
    </LazyMenu>
  )
}
