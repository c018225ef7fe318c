import { sql } from 'kysely'
import { accountEvents } from '#features/accounts/accounts/contract.ts'
import { on } from '#kit/server/events/event-handler.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import type { Feature } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  createWikiPage,
  deleteWikiPage,
  editWikiPage,
  internalSharedWikiChanged,
  internalWikiChanged,
  listWikiPages,
  listWikiVersions,
  readWikiPage,
  readWikiVersion,
  sharedWikiChanged,
  wikiChanged,
} from '../contract.ts'
import { createPage } from './create-page.ts'
import { deletePage } from './delete-page.ts'
import { editPage } from './edit-page.ts'
import { listPages } from './list-pages.ts'
import { liveHandlers } from './live-handlers.ts'
import { readPage } from './page-store.ts'
import { listVersions, readVersion } from './versions.ts'

export { makeDemoWiki } from './demo-pages.ts'
export { type FoundPage, findWikiPages } from './find-pages.ts'
export {
  applyMirroredPages,
  findMirroredPages,
  type MirroredText,
  MOST_MIRRORED,
  releaseMirroredPages,
} from './mirrored-pages.ts'

/** Pages of accounts and shared ones, with their history. */
export const wikiFeature: Feature = {
  name: 'wiki',
  serve(portal) {
    const { db } = portal
    serve(portal, listWikiPages, (call) => listPages(db, call))
    serve(portal, readWikiPage, async ({ session, params }) => {
      const page = await readPage(db, session, params.id)
      return respond(page, { etag: etagOf(page.version) })
    })
    serve(portal, listWikiVersions, (call) => listVersions(db, call))
    serve(portal, readWikiVersion, (call) => readVersion(db, call))
    registerCommand(portal, createWikiPage, createPage)
    registerCommand(portal, editWikiPage, editPage)
    registerCommand(portal, deleteWikiPage, deletePage)
  },
  topics: [wikiChanged, internalWikiChanged, sharedWikiChanged, internalSharedWikiChanged],
  eventHandlers: (portal) => [
    ...liveHandlers(portal),
    on(
      accountEvents.erased,
      'wiki.erase',
      async ({ accountId }, tx) => void (await sql`delete from wiki_pages where account_id = ${accountId}`.execute(tx)),
    ),
  ],
}
