import { MultiSelect, type MultiSelectProps, TagsInput, type TagsInputProps } from '@mantine/core'

/** What a `MultiSelect` becomes, in a script of its own. */
export function LoadedMultiSelect(props: MultiSelectProps) {
  return <MultiSelect {...props} />
}

/** What a `TagsInput` becomes. */
export function LoadedTagsInput(props: TagsInputProps) {
  return <TagsInput {...props} />
}
