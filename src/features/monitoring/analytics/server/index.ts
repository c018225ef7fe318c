import type { Feature } from '#kit/server/portal.ts'
import { serveDeployments } from './deployment-routes.ts'
import { deploymentSecrets } from './deployment-store.ts'

/** Deployments with their analytics settings, and what their metrics say. */
export const analyticsFeature: Feature = {
  name: 'analytics',
  serve(portal) {
    serveDeployments(portal)
  },
  encryptedColumns: deploymentSecrets,
}
