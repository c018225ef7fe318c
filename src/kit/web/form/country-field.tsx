import type { ReactNode } from 'react'
import { countries } from '../text/country.ts'
import { Select } from './select.tsx'

/**
 * One country, found by typing some of its name; empty for none. A stored value that is no country code stays a choice.
 */
export function CountryField(props: {
  label: string
  value?: string
  error?: ReactNode
  onChange?: (code: string) => void
}) {
  const { value = '', onChange, ...rest } = props
  const knownCountries = countries()
  const data =
    value === '' || knownCountries.some((country) => country.value === value)
      ? knownCountries
      : [value, ...knownCountries]
  return (
    <Select
      {...rest}
      searchable
      clearable
      limit={60}
      withScrollArea={false}
      comboboxProps={{ withinPortal: false }}
      data={data}
      value={value || null}
      onChange={(code) => onChange?.(code ?? '')}
    />
  )
}
