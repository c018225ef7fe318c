import type { Feature } from '#kit/server/portal.ts'
import { checkProofsDaily } from './check-proof.ts'
import { serveProofs } from './proof-routes.ts'
import { serveDomains } from './routes.ts'

export { companyDomainFlaw } from './company-domain.ts'
export { makeDemoDomains } from './demo-domains.ts'
export {
  type AccountOfDomain,
  accountsOfDomain,
  isDomainAllowed,
  isForbiddenDomain,
  requireDomainAllowed,
  requireDomainNotForbidden,
} from './domain-rule.ts'

/** Domains of admitted addresses: allowed per account, forbidden everywhere. */
export const domainsFeature: Feature = {
  name: 'domains',
  serve(portal) {
    serveDomains(portal)
    serveProofs(portal)
  },
  tasks: (portal) => [checkProofsDaily(portal)],
}
