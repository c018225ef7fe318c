import { on } from '#kit/server/events/event-handler.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { Feature } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  calendarTagsChanged,
  changeTag,
  createTag,
  deleteTag,
  listTags,
  tagChanged,
  tagCreated,
  tagDeleted,
} from '../contract.ts'
import { change, create, remove } from './tag-commands.ts'
import { findTags } from './tag-store.ts'

export { makeDemoTags } from './demo-tags.ts'
export { tagJson } from './tag-store.ts'

/** The tags of calendar events. */
export const calendarTagsFeature: Feature = {
  name: 'calendar-tags',
  serve(portal) {
    serve(portal, listTags, async (call) => halSinglePage(call, 'tags', await findTags(portal.db)))
    registerCommand(portal, createTag, create)
    registerCommand(portal, changeTag, change)
    registerCommand(portal, deleteTag, remove)
  },
  topics: [calendarTagsChanged],
  eventHandlers: (portal) => [
    on([tagCreated, tagChanged, tagDeleted], 'calendar-tags.live', ({ id, subjectId, requestId }, tx) =>
      portal.live.publish(tx, {
        topic: calendarTagsChanged,
        body: { id: String(subjectId) },
        eventId: id,
        requestId,
      }),
    ),
  ],
}
