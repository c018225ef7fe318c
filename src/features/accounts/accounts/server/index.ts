import type { Feature } from '#kit/server/portal.ts'
import { serveAccounts } from './routes.ts'

export { findAccounts } from './account-store.ts'
export { assignDemoCsms, makeDemoAccounts } from './demo-accounts.ts'
export { deploymentsOverLimit } from './deployment-limit.ts'
export {
  effectiveLimit,
  facetColumns,
  facetValueJson,
  lockSubscription,
  overrideOf,
  setOverride,
} from './facet-overrides.ts'
export { loadScaleAccounts, scaleAccountTables } from './scale-accounts.ts'

/** Customer organisations: reading them, their figures and deployments. */
export const accountsFeature: Feature = { name: 'accounts', serve: serveAccounts }
