import { Input } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './field.module.css'

/** The attributes that the control inside a `Field` needs. */
export type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean | undefined }

/**
 * A label with, at its right, a count, a limit or the origin of the value; hint and error below. The extra text is a
 * description of the control, not part of its name. For controls without a label of their own.
 */
export function Field(props: {
  label: string
  required?: boolean
  extra?: ReactNode
  hint?: ReactNode
  error?: ReactNode
  children: (control: ControlProps) => ReactNode
}) {
  const id = useId()
  const [extraId, hintId, errorId] = [`${id}extra`, `${id}hint`, `${id}error`]
  const describedBy = [props.extra && extraId, props.hint && hintId, props.error && errorId].filter(Boolean).join(' ')
  return (
    <div>
      <div className={classes.top}>
        <Input.Label htmlFor={id} id={`${id}label`} required={props.required ?? false}>
          {props.label}
        </Input.Label>
        {props.extra && (
          <span id={extraId} className={classes.extra}>
            {props.extra}
          </span>
        )}
      </div>
      {props.children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': props.error ? true : undefined,
      })}
      {props.hint && <Input.Description id={hintId}>{props.hint}</Input.Description>}
      {props.error && <Input.Error id={errorId}>{props.error}</Input.Error>}
    </div>
  )
}
