import type { ConnectionPorts } from '#features/platform/connections/server/index.ts'
import { RawJson } from '#kit/server/handler-response.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import { readApiDescription, readSystemInfo, readVersions } from '../contract.ts'
import { readDescription } from './api-description.ts'
import { productVersion } from './product-version.ts'
import { portalEnvironment, systemInfo } from './system-info.ts'
import { trackerSettings } from './tracker-settings.ts'

export { apiDescriptionFile } from './api-description.ts'

/** The running system and its state, with that of the connections of these `ports`. */
export function systemFeature(ports: ConnectionPorts): Feature {
  return {
    name: 'system',
    settings: [portalEnvironment, ...Object.values(trackerSettings)],
    serve(portal: AppContext) {
      serve(portal, readSystemInfo, async () => systemInfo(portal, ports))
      let description: Promise<string> | undefined
      serve(portal, readApiDescription, async () => {
        description ??= readDescription(portal.config)
        return new RawJson(await description)
      })
      serve(portal, readVersions, async () => {
        const { environment, database, node } = await systemInfo(portal, ports)
        const services = [
          { name: portal.config.portalName, version: productVersion },
          { name: 'PostgreSQL', version: database.version },
          { name: 'Node.js', version: node },
        ]
        return { environment, services }
      })
    },
  }
}
