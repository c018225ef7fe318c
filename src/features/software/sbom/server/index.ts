import fastifyMultipart from '@fastify/multipart'
import type { Feature } from '#kit/server/portal.ts'
import { registerStream } from '#kit/server/serve/serve.ts'
import { uploadSbom } from '../contract.ts'
import { demoTask } from './demo-sboms.ts'
import { upload } from './sbom-commands.ts'
import { serveBundleSboms, serveSearch } from './sbom-routes.ts'

export { DEMO_SBOMS } from './demo-sboms.ts'

/** Software bills of materials: what components a bundle has, and which bundles have a component. */
export const sbomFeature: Feature = {
  name: 'sbom',
  async serve(portal) {
    await portal.http.register(async (http) => {
      await http.register(fastifyMultipart, { throwFileSizeLimit: false })
      registerStream({ ...portal, http }, uploadSbom, (call) => upload(portal, call))
    })
    serveBundleSboms(portal)
    serveSearch(portal)
  },
  tasks: (portal) => [demoTask(portal)],
}
