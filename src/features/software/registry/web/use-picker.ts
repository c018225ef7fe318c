import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { listDockerProducts, listDockerVersions } from '../contract.ts'
import { emptyField, LEVEL_NAMES, matching, type PickerField, settle, wordOf } from './picker-levels.ts'

/** Where images are chosen from: the portal's own registry, or the connected one. */
export type Vendor = 'portal' | 'registry'

/** Milliseconds without a key until the versions of the first match are read: each tag of a registry is read for it. */
const PAUSE = 250

/** The three levels of the picker: what matches at each, what is chosen, and how the next one is settled. */
export function usePicker(vendor: Vendor) {
  const [field, setField] = useState<PickerField>(emptyField)
  const productsQuery = useQueryOf(listDockerProducts, { params: { vendor }, query: { size: 1000 } })
  const products = productsQuery.data?._embedded.products ?? []
  const namedProducts = matching(
    products.map(({ product }) => product),
    wordOf(field, 0),
  )
  const product = field.settled[0]?.name ?? namedProducts[0]
  const branches = products.find((one) => one.product === product)?.branches ?? []
  const branchNames = matching(
    branches.map(({ name }) => name),
    wordOf(field, 1),
  )
  const branch = field.settled[1]?.name ?? branchNames[0]
  const [place] = useDebouncedValue(`${product ?? ''}/${branch ?? ''}`, PAUSE)
  const isRead = product !== undefined && branch !== undefined && place === `${product}/${branch}`
  const read = useQueryOf(
    listDockerVersions,
    { params: { vendor }, query: { product: product ?? '', branch: branch ?? '', size: 1000 } },
    { enabled: isRead },
  )
  const versions = (isRead && read.data?._embedded.versions) || []
  const tags = matching(
    versions.map(({ tag }) => tag),
    wordOf(field, 2),
  )
  const wantedTag = field.settled[2]?.name ?? (tags.includes(wordOf(field, 2)) ? wordOf(field, 2) : undefined)
  const shownNames = [product, branch, tags[0]]

  return {
    field,
    setField,
    found: productsQuery,
    read,
    /** The versions of the branch are not read yet. */
    isWaiting: branch !== undefined && !(isRead && (read.data || read.error)),
    levels: { products, product, named: namedProducts, branches, branch, branchNames, versions, tags },
    version: versions.find(({ tag }) => tag === wantedTag),
    /** Chooses a name of a level, and before it what the levels show. */
    choose(level: number, name: string): void {
      setField(settle(field, [...shownNames.slice(0, level).flatMap((one) => one ?? []), name]))
    },
    /** Settles the next level by its first match, or all levels. */
    settleNext(all: boolean): boolean {
      const next = field.settled.length
      const names = shownNames.slice(0, all ? LEVEL_NAMES.length : next + 1)
      const knownNames = names.slice(0, names.includes(undefined) ? names.indexOf(undefined) : names.length)
      if (knownNames.length <= next) return false
      setField(settle(field, knownNames as string[]))
      return true
    },
  }
}
