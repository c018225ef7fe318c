import { normaliseDomain } from '../contract.ts'

/** What was pasted, told apart: domains to add, those on the list already, and what is none. */
export type Pasted = {
  readonly good: readonly string[]
  readonly known: readonly string[]
  readonly bad: readonly string[]
}

/** Reads pasted lines; also lists with commas, and e-mail addresses, of which the domain counts. */
export function sortPasted(text: string, listed: readonly string[]): Pasted {
  const words = [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
  const read = words.map((word) => ({ word, domain: normaliseDomain(word.slice(word.lastIndexOf('@') + 1)) }))
  const domains = [...new Set(read.flatMap(({ domain }) => domain ?? []))]
  return {
    good: domains.filter((domain) => !listed.includes(domain)),
    known: domains.filter((domain) => listed.includes(domain)),
    bad: read.filter(({ domain }) => domain === null).map(({ word }) => word),
  }
}
