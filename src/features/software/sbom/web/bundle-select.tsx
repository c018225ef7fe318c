import { useState } from 'react'
import { listBundles, readBundle } from '#features/software/bundles/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Select } from '#kit/web/form/select.tsx'
import { useText } from '../texts.ts'

/** Chooses a bundle, searched while the user types. */
export function BundleSelect(props: {
  label: string
  value: string | undefined
  except?: string | undefined
  onChange: (id: string | undefined) => void
}) {
  const t = useText()
  const { label, value, except, onChange } = props
  const [words, setWords] = useState('')
  const chosenBundle = useQueryOf(readBundle, { params: { id: value ?? '' } }, { enabled: value !== undefined }).data
  const nameContains = words === chosenBundle?.name ? '' : words.trim()
  const bundlesQuery = useQueryOf(
    listBundles,
    { query: { size: 20, ...(nameContains ? { nameContains } : {}) } },
    { keep: true },
  )
  const others = (bundlesQuery.data?._embedded.bundles ?? []).filter(
    ({ id }) => id !== except && id !== chosenBundle?.id,
  )
  const options = [...(chosenBundle ? [chosenBundle] : []), ...others].map(({ id, name }) => ({
    value: id,
    label: name,
  }))
  return (
    <Select
      searchable
      label={label}
      placeholder={t('difference.choose')}
      nothingFoundMessage={t('difference.nothingFound')}
      withScrollArea={false}
      comboboxProps={{ withinPortal: false }}
      data={options}
      filter={({ options: all }) => all}
      value={value ?? null}
      searchValue={words}
      onSearchChange={setWords}
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}
