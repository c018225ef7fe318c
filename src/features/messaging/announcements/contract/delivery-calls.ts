import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { announcementId, announcementProblems, manageAnnouncements } from './announcement.ts'
import { AnnouncementDelivery, DeliveryRecipient, deliveryFigures } from './delivery-shapes.ts'

const url = '/api/announcements/{id}/deliveries'
const deliveries = { tag: 'Announcements', guard: manageAnnouncements, method: 'GET', csv: true } as const
const problems = [announcementProblems['announcement-not-found']] as const

export const listAnnouncementDeliveries = endpoint({
  ...deliveries,
  name: 'listAnnouncementDeliveries',
  url,
  summary: 'List the occurrences of an announcement with their figures, newest first',
  params: z.strictObject({ id: announcementId }),
  query: listQuery(['occurrence'], {}),
  reply: halList('deliveries', AnnouncementDelivery),
  problems,
})
export const listDeliveryRecipients = endpoint({
  ...deliveries,
  name: 'listDeliveryRecipients',
  url: `${url}/{occurrence}/recipients`,
  summary: 'List the users who have an occurrence of an announcement, or those of one of its figures, by name',
  params: z.strictObject({ id: announcementId, occurrence: z.string().check(z.regex(/^[1-9]\d{0,8}$/)) }),
  query: listQuery(['username'], {
    figure: z.optional(z.enum(deliveryFigures)),
    /** Part of the name or the user name. */
    q: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: halList('recipients', DeliveryRecipient),
  problems,
})
