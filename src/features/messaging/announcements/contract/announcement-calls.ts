import * as z from 'zod/mini'
import { announcementTypes, deliveryMethods, templateProblems } from '#features/messaging/templates/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import {
  Announcement,
  AnnouncementChanges,
  AnnouncementPreview,
  announcementId,
  announcementProblems,
  announcementStatuses,
  manageAnnouncements,
  NewAnnouncement,
  RecipientOptions,
} from './announcement.ts'

const url = '/api/announcements'
const byId = z.strictObject({ id: announcementId })
const announcements = { tag: 'Announcements', guard: manageAnnouncements } as const
const notFound = announcementProblems['announcement-not-found']
const saving = [
  announcementProblems['category-not-found'],
  announcementProblems['recipients-not-assigned'],
  announcementProblems['announcement-without-recipients'],
  templateProblems['template-not-found'],
  templateProblems['template-not-active'],
] as const
/** Saves it though no user fits the recipients now. */
const confirmEmpty = z.optional(z.boolean())

export const listAnnouncements = endpoint({
  ...announcements,
  name: 'listAnnouncements',
  method: 'GET',
  url,
  summary: 'List announcements, newest first',
  query: listQuery(['id'], {
    /** Part of the title. */
    q: z.optional(z.string().check(z.maxLength(200))),
    type: z.optional(z.array(z.enum(announcementTypes))),
    deliveryMethod: z.optional(z.array(z.enum(deliveryMethods))),
    status: z.optional(z.array(z.enum(announcementStatuses))),
    categoryId: z.optional(z.array(announcementId)),
  }),
  reply: halList('announcements', Announcement),
  problems: [],
})
export const readAnnouncement = endpoint({
  ...announcements,
  name: 'readAnnouncement',
  method: 'GET',
  url: `${url}/{id}`,
  summary: 'Read an announcement',
  params: byId,
  reply: Announcement,
  problems: [notFound],
})
export const createAnnouncement = endpoint({
  ...announcements,
  name: 'createAnnouncement',
  method: 'POST',
  url,
  summary: 'Write an announcement; it is delivered at its time, or kept as a draft',
  status: 201,
  body: z.extend(NewAnnouncement, { draft: z.optional(z.boolean()), confirmEmpty }),
  reply: Announcement,
  problems: saving,
})
export const updateAnnouncement = endpoint({
  ...announcements,
  name: 'updateAnnouncement',
  method: 'PATCH',
  url: `${url}/{id}`,
  summary: 'Change an announcement; users who have it see the new text',
  params: byId,
  body: z.extend(AnnouncementChanges, { confirmEmpty }),
  reply: Announcement,
  problems: [notFound, ...saving],
})
export const deleteAnnouncement = endpoint({
  ...announcements,
  name: 'deleteAnnouncement',
  method: 'DELETE',
  url: `${url}/{id}`,
  summary: 'Delete an announcement that is not active, from every inbox too',
  params: byId,
  problems: [notFound, announcementProblems['announcement-active']],
})
export const activateAnnouncement = endpoint({
  ...announcements,
  name: 'activateAnnouncement',
  method: 'POST',
  url: `${url}/activate/{id}`,
  summary: 'Deliver a draft, or show an announcement again that was deactivated',
  params: byId,
  body: z.optional(z.strictObject({ deliveryTime: z.optional(z.iso.datetime()) })),
  reply: Announcement,
  problems: [
    notFound,
    announcementProblems['announcement-already-active'],
    announcementProblems['announcement-expired'],
  ],
})
export const deactivateAnnouncement = endpoint({
  ...announcements,
  name: 'deactivateAnnouncement',
  method: 'POST',
  url: `${url}/deactivate/{id}`,
  summary: 'Remove an announcement from every screen and stop its mail',
  params: byId,
  reply: Announcement,
  problems: [notFound, announcementProblems['announcement-not-active']],
})
export const testAnnouncement = endpoint({
  ...announcements,
  name: 'testAnnouncement',
  method: 'POST',
  url: `${url}/{id}/test`,
  summary: 'Deliver an announcement to yourself alone, in the inbox and by mail',
  params: byId,
  limit: { count: 20, seconds: 60 },
  status: 200,
  reply: z.object({ mailedTo: z.string() }),
  problems: [notFound],
})
export const listAnnouncementActions = endpoint({
  tag: 'Announcements',
  guard: 'signed-in',
  name: 'listAnnouncementActions',
  method: 'GET',
  url: `${url}/actions`,
  summary: 'What you may do with announcements',
  reply: z.object({ actions: z.array(z.enum(['read', 'create', 'update', 'delete'])) }),
  problems: [],
})
export const previewAnnouncement = endpoint({
  ...announcements,
  name: 'previewAnnouncement',
  method: 'POST',
  url: `${url}/preview`,
  summary: 'Count who would get an announcement, and its next occurrences; nothing is saved',
  body: NewAnnouncement,
  reply: AnnouncementPreview,
  problems: [announcementProblems['category-not-found'], announcementProblems['recipients-not-assigned']],
})
export const listRecipientOptions = endpoint({
  ...announcements,
  name: 'listRecipientOptions',
  method: 'GET',
  url: `${url}/recipient-options`,
  summary: 'List the plans and bundles by which recipients can be chosen',
  reply: RecipientOptions,
  problems: [],
})
