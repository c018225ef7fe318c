import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { CustomerPlan } from '../contract.ts'
import classes from './inline-cell.module.css'
import { type InlineCellAt, type InlineField, inlineFields, readField, typedField } from './inline-field.ts'
import { useText } from './text.ts'

/** A cell of the list that is changed in its place. Enter saves, Tab saves and goes on to the next field, Esc does not save. */
export function InlineCell(props: {
  row: CustomerPlan
  field: InlineField
  label: string
  editing: boolean
  onEdit: (cell: InlineCellAt | null) => void
  onSave: (row: CustomerPlan, field: InlineField, value: string | number | null) => void
  children: ReactNode
}) {
  const t = useText()
  const { row, field, label, editing, onEdit, children } = props
  if (editing) return <InlineEditor {...props} />
  const name = t('inline.edit', { field: label, account: row.accountDisplayName })
  // Reached from the row by Space: the grid is one stop of the Tab key.
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.value}
      aria-label={name}
      title={name}
      onClick={(event) => {
        event.stopPropagation()
        onEdit({ id: row.id, field })
      }}
    >
      {children || '–'}
    </button>
  )
}

function InlineEditor({ row, field, label, onEdit, onSave }: Parameters<typeof InlineCell>[0]) {
  const t = useText()
  const [text, setText] = useState(typedField(row, field))
  const [wrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // A removed field loses the focus too: only the first way out counts.
  const left = useRef(false)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  function leave(next: InlineCellAt | null, saves: boolean) {
    if (left.current) return
    const grid = input.current?.closest<HTMLElement>('[role="grid"]')
    const value = readField(row, field, text)
    if (saves && value === undefined) return setWrong(true)
    left.current = true
    if (saves && value !== undefined && value !== row[field]) onSave(row, field, value)
    onEdit(next)
    if (next === null) grid?.focus({ preventScroll: true })
  }
  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.key === 'Escape') return leave(null, false)
    if (event.key === 'Enter') return leave(null, true)
    if (event.key !== 'Tab') return
    const next = inlineFields[inlineFields.indexOf(field) + (event.shiftKey ? -1 : 1)]
    event.preventDefault()
    leave(next ? { id: row.id, field: next } : null, true)
  }
  return (
    <input
      ref={input}
      className={classes.field}
      type={field.endsWith('Date') ? 'date' : 'text'}
      inputMode={field.endsWith('Date') ? undefined : 'decimal'}
      aria-label={t('inline.edit', { field: label, account: row.accountDisplayName })}
      aria-invalid={wrong}
      title={wrong ? t('inline.wrong') : undefined}
      value={text}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={onKeyDown}
      onBlur={() => leave(null, true)}
      onChange={(event) => {
        setText(event.currentTarget.value)
        setWrong(false)
      }}
    />
  )
}
