import { releaseMirroredPages } from '#features/collaboration/wiki/server/index.ts'
import { connectionChanged, connectionCreated, connectionDeleted } from '#features/platform/connections/contract.ts'
import type { Adapter } from '#features/platform/connections/server/index.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import type { Feature } from '#kit/server/portal.ts'
import { serveWikiConfigs } from './config-routes.ts'
import { enqueueMirror, mirrorTask, PORT } from './mirror-task.ts'

export { wikiAdapter } from './wiki-adapter.ts'
export type { SpacePage, WikiSystem } from './wiki-system.ts'

/** Spaces of outside wikis, whose pages are copied into the wikis of their accounts. */
export function wikiMirrorsFeature(adapter: Adapter): Feature {
  return {
    name: 'wiki-mirrors',
    serve: (portal) => serveWikiConfigs(portal, adapter),
    tasks: (portal) => [mirrorTask(portal)],
    eventHandlers: () => [...onSettings(adapter.system), onDeletion],
  }
}

/** New settings are tried at once. */
function onSettings(system: string): EventHandler[] {
  return [
    on([connectionCreated, connectionChanged], 'wiki.mirror-soon', async ({ subjectId }, tx) => {
      const row = await tx
        .selectFrom('connections')
        .select(['port', 'system'])
        .where('id', '=', subjectId)
        .executeTakeFirst()
      if (subjectId !== null && row?.port === PORT && row.system === system) await enqueueMirror(tx, subjectId)
    }),
  ]
}

/** The copies stay when the connection goes, as pages of the portal. */
const onDeletion: EventHandler = on(connectionDeleted, 'wiki.release-pages', async ({ subjectId }, tx) => {
  if (subjectId?.startsWith(`${PORT}:`)) await releaseMirroredPages(tx, subjectId)
})
