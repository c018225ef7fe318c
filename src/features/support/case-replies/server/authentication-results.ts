import { domainToASCII } from 'node:url'
import { getDomain } from 'tldts'
import { type Part, partsOf } from './structured-header.ts'

/** What the relay found about a mail (RFC 8601), and whether that confirms the domain of the sender. */
export type Authentication = { readonly dkim: string | null; readonly spf: string | null; readonly confirmed: boolean }

/**
 * Reads the `Authentication-Results` that the relay itself wrote: the first of its name, as a sender can add others
 * below. DKIM or SPF confirms the sender when it passed for a domain of the same organization as the address in From
 * (the relaxed alignment of DMARC, RFC 7489 3.1).
 */
export function readAuthentication(headers: readonly string[], authservId: string, from: string): Authentication {
  // One that cannot be read may be the relay's own: what stands below it does not count then.
  const own = headers.map(resultsOf).find((one) => one === undefined || one.writer === authservId)
  const results = own?.results ?? []
  const domain = domainOf(from)
  const resultOf = (method: keyof typeof identities) => {
    const all = results.filter((one) => one.method === method)
    const passedResult = all.find((one) => one.result === 'pass' && isAligned(identityOf(one), domain))
    return { result: (passedResult ?? all[0])?.result ?? null, confirms: passedResult !== undefined }
  }
  const [dkim, spf] = [resultOf('dkim'), resultOf('spf')]
  return { dkim: dkim.result, spf: spf.result, confirmed: dkim.confirms || spf.confirms }
}

/** The properties that name the domain which a method checked, the better one first. */
const identities = { dkim: ['header.d', 'header.i'], spf: ['smtp.mailfrom'] } as const

type Result = {
  readonly method: string
  readonly result: string
  readonly properties: ReadonlyMap<string, string>
}

function resultsOf(header: string): { writer: string; results: readonly Result[] } | undefined {
  const parts = partsOf(header)
  if (!parts) return undefined
  const [[writer], ...results] = sections(parts)
  return { writer: writer?.word?.toLowerCase() ?? '', results: results.flatMap((section) => resultOf(section) ?? []) }
}

function sections(parts: readonly Part[]): [readonly Part[], ...Part[][]] {
  const sectionList: [Part[], ...Part[][]] = [[]]
  for (const part of parts) {
    if (part.separator === ';') sectionList.push([])
    else sectionList.at(-1)!.push(part)
  }
  return sectionList
}

/** `method=result`, then properties in the same form; a method may have a version (`dkim/1`). */
function resultOf(section: readonly Part[]): Result | undefined {
  const [first, ...rest] = pairsOf(section) ?? []
  if (!first) return undefined
  const properties = new Map(rest)
  // Of two values, a reader could take either.
  if (properties.size < rest.length) return undefined
  return { method: first[0].split('/', 1)[0]!, result: first[1].toLowerCase().slice(0, 20), properties }
}

/** Undefined where a word belongs to no pair: what stands beside a value may be the rest of it. */
function pairsOf(section: readonly Part[]): [name: string, value: string][] | undefined {
  const pairs: [string, string][] = []
  for (let at = 0; at < section.length; at += 3) {
    const [name, equals, value] = section.slice(at, at + 3)
    if (name?.word === undefined || equals?.separator !== '=' || value?.word === undefined) return undefined
    pairs.push([name.word.toLowerCase(), value.word])
    // The end of a value in Base64.
    while (section[at + 3]?.separator === '=') at += 1
  }
  return pairs
}

function identityOf({ method, properties }: Result): string {
  const name = identities[method as keyof typeof identities].find((one) => properties.has(one))
  return domainOf(properties.get(name ?? '') ?? '')
}

/** What follows the last @: a local part may have others, within quotation marks. */
function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return /^[\p{L}\p{M}\p{N}._-]+$/u.test(domain) ? domainToASCII(domain) : ''
}

/** Two domains of one organization; where others register domains below, only the same one. */
function isAligned(domain: string, sender: string): boolean {
  if (!domain.includes('.')) return false
  return domain === sender || (organizationOf(domain) !== null && organizationOf(domain) === organizationOf(sender))
}

function organizationOf(domain: string): string | null {
  return getDomain(domain, { allowPrivateDomains: true, validateHostname: true })
}
