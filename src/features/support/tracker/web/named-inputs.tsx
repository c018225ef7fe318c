import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useId } from 'react'
import classes from './tracker.module.css'

/** What may be entered, with its name for users where that is another one. */
export type OfferedValue = { readonly value: string; readonly name?: string }
/** The values of the form of a mapping. */
export type MappingValues = {
  projectKey: string
  projectLabel: string
  interval: string
  statusMap: Record<string, string>
  priorityMap: Record<string, string>
  typeMap: Record<string, string>
  fieldMap: Record<string, string>
}
export type MappingFormApi = UseFormReturnType<MappingValues>

/** A text input that offers what the tracker has; anything else may be entered too. */
export function OfferedInput(props: {
  form: MappingFormApi
  path: string
  label: string
  offered: readonly OfferedValue[]
  readOnly: boolean
  maxLength: number
  required?: boolean
  description?: string
  placeholder?: string
}) {
  const { form, path, offered: offeredValues, ...rest } = props
  const list = useId()
  return (
    <>
      <TextInput {...rest} list={list} autoComplete="off" {...form.getInputProps(path)} />
      <datalist id={list}>
        {offeredValues.map(({ value, name }) => (
          <option key={value} value={value} label={name} />
        ))}
      </datalist>
    </>
  )
}

/** A group of inputs, one for each name. */
export function NamedInputs<Name extends string>(props: {
  title: string
  note: string
  names: readonly Name[]
  labelOf: (name: Name) => string
  form: MappingFormApi
  path: keyof MappingValues
  offered: readonly OfferedValue[]
  readOnly: boolean
  maxLength?: number
  placeholder?: string
}) {
  const { title, note, names, labelOf, path, maxLength = 100, ...rest } = props
  return (
    <fieldset className={classes.group}>
      <legend>{title}</legend>
      <p className={classes.note}>{note}</p>
      <div className={classes.fields} data-four={names.length % 4 === 0 || undefined}>
        {names.map((name) => (
          <OfferedInput key={name} {...rest} path={`${path}.${name}`} label={labelOf(name)} maxLength={maxLength} />
        ))}
      </div>
    </fieldset>
  )
}
