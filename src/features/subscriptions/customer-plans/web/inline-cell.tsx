import { Suspense } from 'react'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { CustomerPlan } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './inline-cell.module.css'
import type { InlineCellAt, InlineField, InlineText } from './inline-field.ts'

const InlineEditor = lazyNamed(() => import('./inline-editor.tsx'), 'InlineEditor')

/** A cell of the list that is changed in its place. */
export function InlineCell(props: {
  row: CustomerPlan
  field: InlineField
  label: string
  editing: boolean
  onEdit: (cell: InlineCellAt | null) => void
  /** The value as text; nothing where there is none. */
  children: InlineText
}) {
  const t = useText()
  const { row, field, label, editing, onEdit, children } = props
  if (editing)
    return (
      <Suspense fallback={children}>
        <InlineEditor row={row} field={field} label={label} onEdit={onEdit} />
      </Suspense>
    )
  const shownValue = children || '–'
  const name = t('inline.edit', { field: label, account: row.accountDisplayName })
  // Reached from the row by Space: the grid is one stop of the Tab key.
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.value}
      aria-label={`${name}: ${shownValue}`}
      title={name}
      onClick={(event) => {
        event.stopPropagation()
        onEdit({ id: row.id, field })
      }}
    >
      {shownValue}
    </button>
  )
}
