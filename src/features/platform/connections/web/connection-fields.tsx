import { TextInput } from '@mantine/core'
import { Select } from '#kit/web/form/select.tsx'
import type { ContractForm } from '#kit/web/form/use-contract-form.ts'
import type { ConnectionField } from '../contract.ts'
import { useText } from '../texts.ts'

type WithSettings = { settings: Record<string, string> }

/** The inputs of the fields that an adapter declares; secrets are written and never shown. */
export function ConnectionFields<Values extends WithSettings>(props: {
  form: ContractForm<Values>
  fields: readonly ConnectionField[]
  /** Names of secrets that are stored. */
  stored?: readonly string[]
}) {
  const t = useText()
  const { form, fields, stored: storedNames = [] } = props
  return fields.map(({ name, label, type, required, help, choices }) => {
    const input = form.getInputProps(`settings.${name}`)
    if (type === 'choice')
      return (
        <Select
          key={name}
          label={label}
          description={help}
          required={required}
          data={choices}
          withScrollArea={false}
          comboboxProps={{ withinPortal: false }}
          {...input}
          value={input.value || null}
          onChange={(value) => input.onChange(value ?? '')}
        />
      )
    const isStored = storedNames.includes(name)
    const secret = {
      type: 'password',
      autoComplete: 'new-password',
      description: t(isStored ? 'secretSet' : 'secretUnset'),
    }
    return (
      <TextInput
        key={name}
        label={label}
        required={required && !isStored}
        data-setting={name}
        maxLength={type === 'secret' ? 10_000 : 2_000}
        {...(type === 'secret' ? secret : { type, description: help })}
        {...input}
      />
    )
  })
}

/** The first values of the fields: what is stored, the first choice where none is required, and empty secrets. */
export function initialSettings(
  fields: readonly ConnectionField[],
  storedValues: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return Object.fromEntries(
    fields.map(({ name, required, choices = [] }) => [
      name,
      storedValues[name] || (!required && choices[0]?.value) || '',
    ]),
  )
}

/** The values to send: empty secrets are left out, so that stored ones are kept. */
export function settingsToSend(
  fields: readonly ConnectionField[],
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ name, type }) => (type === 'secret' && !values[name] ? [] : [[name, values[name] ?? '']])),
  )
}
