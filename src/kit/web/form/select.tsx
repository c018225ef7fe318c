import type { ComboboxItem, SelectProps } from '@mantine/core'
import type { Ref } from 'react'
import { LazyInput } from './lazy-input.tsx'
import { loadable } from './use-loaded.ts'

const part = loadable(async () => (await import('./loaded-select.tsx')).LoadedSelect)

/** Chooses one of many values. Its list is loaded after the first page. */
export function Select({ ref, ...props }: SelectProps & { ref?: Ref<HTMLInputElement> }) {
  return <LazyInput part={part} field={props} text={textOf(props)} inputRef={ref} />
}

function textOf({ value, data = [] }: SelectProps): string {
  if (value === undefined || value === null) return ''
  const items = data.flatMap((one) => (typeof one === 'object' && 'group' in one ? one.items : [one]))
  const item = items.find((one) => one === value || (one as ComboboxItem).value === value)
  return typeof item === 'object' ? (item as ComboboxItem).label : String(item ?? '')
}
