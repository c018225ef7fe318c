import type { AppContext, Feature } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import { readApiDescription, readSystemInfo, readVersions } from '../contract.ts'
import { productVersion } from './product-version.ts'
import { portalEnvironment, systemInfo } from './system-info.ts'

/** The running system and its state. */
export const systemFeature: Feature = {
  name: 'system',
  settings: [portalEnvironment],
  serve(portal: AppContext) {
    serve(portal, readSystemInfo, async () => systemInfo(portal))
    serve(portal, readApiDescription, async () => ({ ...portal.http.swagger() }))
    serve(portal, readVersions, async () => {
      const { environment, database, node } = await systemInfo(portal)
      const services = [
        { name: portal.config.portalName, version: productVersion },
        { name: 'PostgreSQL', version: database.version },
        { name: 'Node.js', version: node },
      ]
      return { environment, services }
    })
  },
}
