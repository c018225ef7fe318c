import { type ReactNode, useId } from 'react'
import classes from './segments.module.css'

/**
 * One of a few values, all of them visible: radio buttons in one line. Nothing is measured, so it may be used on a
 * first page.
 */
export function SegmentedControl<Value extends string>(props: {
  options: readonly { readonly value: Value; readonly label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  disabled?: boolean
  small?: boolean
  'aria-label'?: string
  'aria-labelledby'?: string
}) {
  const { options, value, onChange, disabled: isDisabled, small, ...labelProps } = props
  const name = useId()
  return (
    <div className={classes.segments} role="radiogroup" data-small={small || undefined} {...labelProps}>
      {options.map((option) => (
        <label key={option.value} className={classes.segment}>
          <input
            type="radio"
            className={classes.input}
            name={name}
            disabled={isDisabled}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
