import * as z from 'zod/mini'
import { deliveryMethods } from '#features/messaging/templates/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { announcementId, announcementProblems } from './announcement.ts'
import { InboxItem, InboxState, SignInBanner } from './inbox-shapes.ts'

const url = '/api/announcements'
const inbox = { tag: 'Announcements', guard: 'signed-in' } as const

export const listInbox = endpoint({
  ...inbox,
  name: 'listInbox',
  method: 'GET',
  url: `${url}/inbox`,
  summary: 'List the announcements in your inbox, newest first',
  query: listQuery(['id'], {
    deliveryMethod: z.optional(z.array(z.enum(deliveryMethods))),
    categoryId: z.optional(z.array(announcementId)),
    /** Only those that were not acknowledged, or only the others. */
    unread: z.optional(z.boolean()),
  }),
  reply: halList('announcements', InboxItem),
  problems: [],
})
export const readInboxState = endpoint({
  ...inbox,
  name: 'readInboxState',
  method: 'GET',
  url: `${url}/inbox/state`,
  summary: 'Your unread count, and the banners and modal alerts to show now',
  reply: InboxState,
  problems: [],
})
/** One item, or without an id all of a delivery method, or all. */
export const Acknowledgement = z.strictObject({
  id: z.optional(announcementId),
  deliveryMethod: z.optional(z.enum(deliveryMethods)),
})
export const acknowledge = endpoint({
  ...inbox,
  name: 'acknowledge',
  method: 'POST',
  url: `${url}/inbox/acknowledge`,
  summary: 'Acknowledge an announcement, all of a delivery method, or all',
  body: z.optional(Acknowledgement),
  reply: z.object({ acknowledged: z.int(), unread: z.int() }),
  forbiddenWhileImpersonating: true,
  problems: [announcementProblems['inbox-item-not-found']],
})
/** Items that were shown to you. */
export const ChosenIds = z.strictObject({ ids: z.array(announcementId).check(z.minLength(1), z.maxLength(200)) })
export const markSeen = endpoint({
  ...inbox,
  name: 'markSeen',
  method: 'POST',
  url: `${url}/inbox/seen`,
  summary: 'Record that announcements were shown to you; the first time counts, other ids change nothing',
  body: ChosenIds,
  reply: z.object({ seen: z.int() }),
  forbiddenWhileImpersonating: true,
  problems: [],
})
export const listSignInBanners = endpoint({
  tag: 'Announcements',
  guard: 'anyone',
  name: 'listSignInBanners',
  method: 'GET',
  url: `${url}/sign-in`,
  summary: 'List the banners of the sign-in page',
  reply: halList('announcements', SignInBanner),
  problems: [],
})
