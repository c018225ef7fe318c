import { TextInput } from '@mantine/core'
import { Select } from './select.tsx'

/** A value that a user enters, as data describes it. */
export type InputDefinition = {
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'number' | 'date' | 'choice'
  readonly required: boolean
  readonly choices?: readonly string[] | undefined
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
}

type FieldsProps = {
  inputs: readonly InputDefinition[]
  values: Readonly<Record<string, string>>
  /** The error of each input by its name. */
  errors: Readonly<Record<string, string | undefined>>
  onChange: (values: Record<string, string>) => void
}

/** One field for each described value. */
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
  input: InputDefinition
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  const { input, value, error, onChange } = props
  const { label, required: isRequired, minimum, maximum } = input
  const limits = [minimum, maximum].map((limit) => limit?.toLocaleString('en-GB') ?? '…').join(' – ')
  const inputProps = { label, required: isRequired, error, description: minimum === maximum ? undefined : limits }
  if (input.type === 'choice')
    return (
      <Select
        {...inputProps}
        clearable={!isRequired}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        data={[...(input.choices ?? [])]}
        value={value || null}
        onChange={(choice) => onChange(choice ?? '')}
      />
    )
  return (
    <TextInput
      {...inputProps}
      type={input.type === 'date' ? 'date' : 'text'}
      inputMode={input.type === 'number' ? 'decimal' : 'text'}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
