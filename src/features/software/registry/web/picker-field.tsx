import { type KeyboardEvent, useRef } from 'react'
import { IconChevronRight, IconSearch } from '#kit/web/icons/icons.generated.ts'
import { useText } from '../texts.ts'
import classes from './container-picker.module.css'
import { emptyField, LEVEL_NAMES, type PickerField, stepBack } from './picker-levels.ts'

/** The one field for product, branch and version: Tab settles a level, Backspace takes one back, Enter settles all. */
export function PickerInput(props: {
  field: PickerField
  onChange: (field: PickerField) => void
  /** Settles the next level, or all that have a match; false when there is none to settle. */
  onSettle: (all: boolean) => boolean
}) {
  const t = useText()
  const { field, onChange, onSettle } = props
  const input = useRef<HTMLInputElement>(null)
  const { settled, typed } = field
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    if (event.key === 'Tab' && typed.trim() !== '' && onSettle(false)) event.preventDefault()
    if (event.key === 'Enter') {
      onSettle(true)
      event.preventDefault()
    }
    if (event.key === 'Backspace' && typed === '' && settled.length > 0) {
      onChange(stepBack(field))
      event.preventDefault()
    }
  }
  return (
    <>
      <label className={classes.field}>
        <IconSearch size={16} aria-hidden />
        {settled.map(({ name }, level) => (
          <span key={LEVEL_NAMES[level]} className={classes.step}>
            <span className={classes.chip}>{name}</span>
            {level < LEVEL_NAMES.length - 1 && <IconChevronRight size={14} aria-hidden />}
          </span>
        ))}
        <input
          ref={input}
          data-autofocus
          type="text"
          autoComplete="off"
          spellCheck={false}
          aria-label={t('picker.search')}
          aria-describedby="picker-hint"
          placeholder={settled.length === 0 ? t('picker.search') : ''}
          readOnly={settled.length === LEVEL_NAMES.length}
          value={typed}
          onChange={(event) => onChange({ settled, typed: event.currentTarget.value })}
          onKeyDown={press}
        />
        <span className={classes.keys} aria-hidden>
          <kbd>Tab</kbd> {t('picker.next')} <kbd>⌫</kbd> {t('picker.back')}
        </span>
      </label>
      <p id="picker-hint" className={classes.hint}>
        {t('picker.hint')}
        {(settled.length > 0 || typed !== '') && (
          <button
            type="button"
            onClick={() => {
              onChange(emptyField)
              input.current?.focus()
            }}
          >
            {t('picker.clear')}
          </button>
        )}
      </p>
    </>
  )
}
