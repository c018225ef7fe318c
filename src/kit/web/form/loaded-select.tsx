import { Select, type SelectProps } from '@mantine/core'

/** The list of a `Select`, in a script of its own. */
export function LoadedSelect(props: SelectProps) {
  return <Select {...props} />
}
