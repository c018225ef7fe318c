import { TextInput } from '@mantine/core'
import { Select } from '#kit/web/form/select.tsx'
import type { InputValues, UserInput } from '../contract/template-fields.ts'

type FieldsProps = {
  inputs: readonly UserInput[]
  values: InputValues
  /** The error of each input by its name. */
  errors: Readonly<Record<string, string | undefined>>
  onChange: (values: InputValues) => void
}

/** One field for each user input of a template. */
export function InputFields({ inputs, values, errors, onChange }: FieldsProps) {
  return inputs.map((input) => (
    <InputField
      key={input.name}
      input={input}
      value={values[input.name] ?? ''}
      error={errors[input.name]}
      onChange={(value) => onChange({ ...values, [input.name]: value })}
    />
  ))
}

function InputField(props: {
  input: UserInput
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  const { input, value, error, onChange } = props
  const { label, required, minimum, maximum } = input
  const limits = [minimum, maximum].map((limit) => limit?.toLocaleString('en-GB') ?? '…').join(' – ')
  const shared = { label, required, error, description: minimum === maximum ? undefined : limits }
  if (input.type === 'choice')
    return (
      <Select
        {...shared}
        clearable={!required}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        data={input.choices ?? []}
        value={value || null}
        onChange={(choice) => onChange(choice ?? '')}
      />
    )
  return (
    <TextInput
      {...shared}
      type={input.type === 'date' ? 'date' : 'text'}
      inputMode={input.type === 'number' ? 'decimal' : 'text'}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
