import { TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'

/** A secret that is written and never shown: the stored value is not returned, the input is hidden. */
export function SecretField({
  label,
  hint,
  ...input
}: { label: string; hint: string } & ComponentProps<typeof TextInput>) {
  return (
    <TextInput
      type="password"
      autoComplete="new-password"
      maxLength={5000}
      label={label}
      description={hint}
      {...input}
    />
  )
}
