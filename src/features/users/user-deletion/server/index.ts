import type { Feature } from '#kit/server/portal.ts'
import { nightlyDeletion } from './nightly-run.ts'
import { serveConfiguration, serveDeletion } from './routes.ts'
import { candidatesHandler } from './user-deletion-notifications.ts'
import type { UserRecords } from './user-records.ts'

export type { UserRecords } from './user-records.ts'

/**
 * The deletion of users: marked, approved, erased, with transfer of what they leave behind. `records` are the users'
 * records in other features.
 */
export const userDeletion = (records: UserRecords): Feature => ({
  name: 'user-deletion',
  serve(portal) {
    serveConfiguration(portal)
    serveDeletion(portal, records)
  },
  eventHandlers: (portal) => [candidatesHandler(portal)],
  tasks: (portal) => [nightlyDeletion(portal, records)],
})
