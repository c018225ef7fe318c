import { userEvents } from '#features/users/user-management/contract.ts'
import { syncMfaGroup } from '#features/users/user-management/server/index.ts'
import { on } from '#kit/server/events/event-handler.ts'
import type { Feature } from '#kit/server/portal.ts'
import { providerCreated, providerDeleted, providersChanged, providerUpdated } from '../contract.ts'
import { serveProviders } from './routes.ts'

export { makeDemoProvider } from './demo-provider.ts'

/** Identity providers: their settings, tests, and diagnostics of failed sign-ins. */
export const providerManagementFeature: Feature = {
  name: 'provider-management',
  serve: serveProviders,
  topics: [providersChanged],
  eventHandlers: (portal) => [
    on(
      [providerCreated, providerUpdated, providerDeleted, userEvents.directoryFailing, userEvents.directoryBack],
      'providers.live',
      ({ id, subjectId, requestId }, tx) =>
        portal.live.publish(tx, { topic: providersChanged, body: { id: String(subjectId) }, eventId: id, requestId }),
    ),
    // The group for second factors is a setting of the provider.
    on([providerCreated, providerUpdated], 'directories.groups', (_, tx) => syncMfaGroup(tx)),
  ],
}
