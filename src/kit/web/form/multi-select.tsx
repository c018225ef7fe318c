import type { MultiSelectProps } from '@mantine/core'
import { LazyInput } from './lazy-input.tsx'
import { loadable } from './use-loaded.ts'

const part = loadable(async () => (await import('./loaded-lists.tsx')).LoadedMultiSelect)

/** Chooses several values. Its list is loaded after the first page. */
export function MultiSelect(props: MultiSelectProps) {
  return <LazyInput part={part} field={props} text={(props.value ?? []).join(', ')} />
}
