import { Select, type SelectProps } from '@mantine/core'

/** The list of a `Select`, in a separate script. */
export function LoadedSelect(props: SelectProps) {
  return <Select {...props} />
}
