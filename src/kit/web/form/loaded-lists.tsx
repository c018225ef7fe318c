import { MultiSelect, type MultiSelectProps, TagsInput, type TagsInputProps } from '@mantine/core'

/** The loaded `MultiSelect`, in a separate script. */
export function LoadedMultiSelect(props: MultiSelectProps) {
  return <MultiSelect {...props} />
}

/** The loaded `TagsInput`. */
export function LoadedTagsInput(props: TagsInputProps) {
  return <TagsInput {...props} />
}
