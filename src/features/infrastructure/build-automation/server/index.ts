import type { Adapter } from '#features/platform/connections/server/index.ts'
import type { Feature } from '#kit/server/portal.ts'
import type { BuildOwner } from './build-owner.ts'
import { serveJenkinsConfigs } from './config-routes.ts'
import { followTask } from './follow-build.ts'

export type { BuildOwner } from './build-owner.ts'
export { buildJson } from './build-store.ts'
export type { BuildAutomation } from './build-system.ts'
export { insertDemoBuild } from './demo-builds.ts'
export { buildAdapter, hasBuildSystem, startBuild } from './jenkins-connection.ts'

/** The build systems of accounts: their configuration, and the builds that the portal starts and follows. */
export function buildAutomationFeature(adapter: Adapter, owner: BuildOwner): Feature {
  return {
    name: 'build-automation',
    serve: (portal) => serveJenkinsConfigs(portal, adapter),
    tasks: (portal) => [followTask(portal, adapter.name, owner)],
  }
}
