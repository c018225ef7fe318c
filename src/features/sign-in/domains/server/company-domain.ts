import { getPublicSuffix } from 'tldts'
import { freeMailServices } from './free-mail-services.ts'

/** Why a domain is not a company's own: others register domains below it, or anyone can get an address in it. */
export function companyDomainFlaw(domain: string): 'domain-public-suffix' | 'domain-free-mail' | undefined {
  const name = domain.replace(/^\*\./, '')
  if (getPublicSuffix(name, { allowPrivateDomains: true }) === name) return 'domain-public-suffix'
  return freeMailServices.has(name) ? 'domain-free-mail' : undefined
}
