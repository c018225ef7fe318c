import type { Feature } from '#kit/server/portal.ts'
import { nightlyDeletion } from './nightly-run.ts'
import { serveConfiguration, serveDeletion } from './routes.ts'

/** The deletion of users: marked, approved, erased, with transfer of what they leave behind. */
export const userDeletionFeature: Feature = {
  name: 'user-deletion',
  serve(portal) {
    serveConfiguration(portal)
    serveDeletion(portal)
  },
  tasks: (portal) => [nightlyDeletion(portal)],
}
