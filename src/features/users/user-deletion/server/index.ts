import type { Feature } from '#kit/server/portal.ts'
import { nightlyDeletion } from './nightly-run.ts'
import { serveConfiguration, serveDeletion } from './routes.ts'

/** The end of a person's time with the portal: marked, approved, erased, with what they leave behind handed over. */
export const userDeletionFeature: Feature = {
  name: 'user-deletion',
  serve(portal) {
    serveConfiguration(portal)
    serveDeletion(portal)
  },
  tasks: (portal) => [nightlyDeletion(portal)],
}
