import { normaliseDomain } from '../contract.ts'

/** Sorted pasted text: domains to add, those already on the list, and invalid ones. */
export type SortedDomains = {
  readonly good: readonly string[]
  readonly known: readonly string[]
  readonly bad: readonly string[]
}

/** Parses pasted lines; also comma-separated lists, and e-mail addresses, of which the domain counts. */
export function sortPasted(text: string, listedDomains: readonly string[]): SortedDomains {
  const words = [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
  const read = words.map((word) => ({ word, domain: normaliseDomain(word.slice(word.lastIndexOf('@') + 1)) }))
  const domains = [...new Set(read.flatMap(({ domain }) => domain ?? []))]
  return {
    good: domains.filter((domain) => !listedDomains.includes(domain)),
    known: domains.filter((domain) => listedDomains.includes(domain)),
    bad: read.filter(({ domain }) => domain === null).map(({ word }) => word),
  }
}
