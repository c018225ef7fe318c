import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { FacetValue } from '#features/accounts/accounts/contract.ts'
import type { Service } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './plan-sheet.module.css'
import { readValue, valueText } from './value-text.ts'

/** A value as the sheet shows it, with the former one of a change. */
export function CellValue(props: {
  service: Service
  value: FacetValue | null
  before?: FacetValue | null | undefined
}) {
  const t = useText()
  const { service, value, before } = props
  const isFigure = value?.numberValue !== undefined && !value.isInfinity
  const spokenValue = (one: FacetValue | null) => {
    if (one === null) return t('sheet.nothing')
    if (service.valueType === 'BOOLEAN') return t(one.booleanValue ? 'sheet.yes' : 'sheet.no')
    return one.isInfinity ? t('sheet.unlimited') : valueText(service, one)
  }
  return (
    <span className={classes.value}>
      <span aria-hidden data-yes={value?.booleanValue || undefined}>
        {valueText(service, value)}
      </span>
      <span className={classes.spoken} translate={isFigure ? 'no' : undefined}>
        {spokenValue(value)}
      </span>
      {before !== undefined && <span className={classes.was}>{t('sheet.was', { value: spokenValue(before) })}</span>}
    </span>
  )
}

/** The field of a cell while it is edited; Enter keeps the input, Esc does not. */
export function CellEditor(props: {
  service: Service
  label: string
  value: FacetValue | null
  /** The initial input, instead of the value. */
  typed?: string | undefined
  onKeep: (value: FacetValue | null) => void
  onCancel: () => void
}) {
  const t = useText()
  const { service, label, value, typed: typedText, onKeep, onCancel } = props
  const [text, setText] = useState(typedText ?? valueText(service, value))
  const [wrong, setWrong] = useState(false)
  // A removed field loses the focus too: only the first way out counts.
  const hasLeft = useRef(false)
  const field = useRef<HTMLInputElement & HTMLSelectElement>(null)
  const hasBegun = typedText !== undefined
  useEffect(() => {
    field.current?.focus()
    if (!hasBegun) field.current?.select?.()
  }, [hasBegun])
  const infinite = text === '∞'
  const keep = () => {
    const read = readValue(service, text)
    if (hasLeft.current) return
    if (read === undefined) return setWrong(true)
    hasLeft.current = true
    onKeep(read)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      hasLeft.current = true
      onCancel()
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    keep()
  }
  // The switch belongs to the cell.
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.parentElement?.contains(relatedTarget)) keep()
  }
  if (service.valueType === 'LIST')
    return (
      <select
        ref={field}
        className={classes.field}
        aria-label={label}
        value={text}
        onKeyDown={keys}
        onBlur={onCancel}
        onChange={(event) => onKeep(readValue(service, event.currentTarget.value) ?? null)}
      >
        <option value="">{t('sheet.nothing')}</option>
        {service.values.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    )
  return (
    <span className={classes.editor}>
      <input
        ref={field}
        className={classes.field}
        aria-label={label}
        aria-invalid={wrong}
        title={wrong ? t('sheet.wrong') : undefined}
        maxLength={40}
        value={text}
        onKeyDown={keys}
        onBlur={leave}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setWrong(false)
        }}
      />
      {service.valueType === 'NUMBER' && (
        <label className={classes.infinity}>
          ∞
          <input
            type="checkbox"
            aria-label={t('sheet.unlimited')}
            checked={infinite}
            onKeyDown={(event) => event.key === 'Escape' && onCancel()}
            onChange={(event) => {
              const own = value?.isInfinity ? null : value
              onKeep(event.currentTarget.checked ? { isInfinity: true, numberValue: Number.MAX_SAFE_INTEGER } : own)
            }}
          />
        </label>
      )}
    </span>
  )
}
