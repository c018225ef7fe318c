import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import type { CustomerPlan } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './inline-cell.module.css'
import {
  type InlineCellAt,
  type InlineField,
  inlineFields,
  readField,
  storedField,
  typedField,
} from './inline-field.ts'
import { InlinePlan } from './inline-plan.tsx'
import { useInlineSave } from './use-inline-save.ts'

/** The field of a cell. Enter saves, Tab saves and goes on to the next field, Esc does not save. */
export function InlineEditor(props: {
  row: CustomerPlan
  field: InlineField
  label: string
  onEdit: (cell: InlineCellAt | null) => void
}) {
  const { row, field, label, onEdit } = props
  const save = useInlineSave(row, field)
  const t = useText()
  const [text, setText] = useState(typedField(row, field))
  const [wrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement & HTMLSelectElement>(null)
  // A removed field loses the focus too: only the first way out counts.
  const left = useRef(false)
  useEffect(() => {
    input.current?.focus()
    if (field !== 'plan') input.current?.select()
  }, [field])
  function leave(next: InlineCellAt | null, saves: boolean) {
    if (left.current) return
    const grid = input.current?.closest<HTMLElement>('[role="grid"]')
    const value = readField(row, field, text)
    if (saves && value === undefined) return setWrong(true)
    left.current = true
    if (saves && value !== undefined && value !== storedField(row, field)) save(value)
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
  const shared = {
    ref: input,
    className: classes.field,
    'aria-label': t('inline.edit', { field: label, account: row.accountDisplayName }),
    value: text,
    onClick: (event: MouseEvent) => event.stopPropagation(),
    onKeyDown,
    onBlur: () => leave(null, true),
  }
  if (field === 'plan') return <InlinePlan {...shared} onChange={setText} />
  return (
    <input
      {...shared}
      type={field.endsWith('Date') ? 'date' : 'text'}
      inputMode={field.endsWith('Date') ? undefined : 'decimal'}
      aria-invalid={wrong}
      title={wrong ? t('inline.wrong') : undefined}
      onChange={(event) => {
        setText(event.currentTarget.value)
        setWrong(false)
      }}
    />
  )
}
