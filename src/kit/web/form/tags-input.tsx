import type { TagsInputProps } from '@mantine/core'
import { LazyInput } from './lazy-input.tsx'
import { loadable } from './use-loaded.ts'

const part = loadable(async () => (await import('./loaded-lists.tsx')).LoadedTagsInput)

/** Takes several short texts. Loaded after the first page. */
export function TagsInput(props: TagsInputProps) {
  return <LazyInput part={part} field={props} text={(props.value ?? []).join(', ')} />
}
