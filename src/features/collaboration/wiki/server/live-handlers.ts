import { sql } from 'kysely'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import type { AppContext } from '#kit/server/portal.ts'
import {
  internalSharedWikiChanged,
  internalWikiChanged,
  type PageAudience,
  pageCreated,
  pageDeleted,
  pageEdited,
  sharedWikiChanged,
  staffPageCreated,
  staffPageDeleted,
  staffPageEdited,
  staffWikiMirrored,
  wikiChanged,
  wikiMirrored,
} from '../contract.ts'

type Change = 'created' | 'edited' | 'deleted'

/** Live messages to the pages that show the wiki; of internal pages nothing reaches customers. */
export function liveHandlers({ live }: AppContext): EventHandler[] {
  const events = [
    pageCreated,
    pageEdited,
    pageDeleted,
    staffPageCreated,
    staffPageEdited,
    staffPageDeleted,
    wikiMirrored,
    staffWikiMirrored,
  ]
  return [
    on(events, 'wiki.live', async ({ id: eventId, accountId, data, requestId }, tx) => {
      const { rows } = await sql<{ name: string }>`select name from accounts where id = ${accountId}`.execute(tx)
      const account = rows[0]?.name
      if (accountId !== null && account === undefined) return
      const { readers } = data
      for (const [audience, own, sharedTopic] of [
        ['ALL', wikiChanged, sharedWikiChanged],
        ['VENDOR', internalWikiChanged, internalSharedWikiChanged],
      ] as const) {
        const fact = factFor(audience, readers)
        if (fact === null) continue
        await live.publish(tx, {
          topic: account === undefined ? sharedTopic : own,
          ...(account === undefined ? {} : { params: { account } }),
          body: 'pageId' in data ? { event: fact, pageId: String(data.pageId) } : { event: 'mirrored' },
          eventId,
          requestId,
        })
      }
    }),
  ]
}

/** What the readers of an audience learn: a page that is hidden from them is deleted, one that is opened is created. */
function factFor(
  audience: PageAudience,
  [before, after]: readonly [PageAudience | null, PageAudience | null],
): Change | null {
  if (before === audience && after === audience) return 'edited'
  if (after === audience) return 'created'
  return before === audience ? 'deleted' : null
}
