import * as z from 'zod/mini'

/** What is counted of an occurrence, from how many users it is for to how many mails failed. */
export const deliveryFigures = ['addressed', 'delivered', 'seen', 'acknowledged', 'mailed', 'muted', 'failed'] as const
export type DeliveryFigure = (typeof deliveryFigures)[number]

/** One occurrence that was delivered, or is being delivered. */
export const AnnouncementDelivery = z.object({
  occurrence: z.int(),
  due: z.iso.datetime(),
  finished: z.nullable(z.iso.datetime()),
  /** The portal was not running when it was due. */
  late: z.boolean(),
  /** Users who were recipients when the delivery began. */
  addressed: z.int(),
  /** Users who have it in their inbox. */
  delivered: z.int(),
  /** Users to whom it was shown: in the bell, in the inbox, as a banner or as a modal alert. */
  seen: z.int(),
  acknowledged: z.int(),
  /** Mail copies that the mail server accepted, alone or in a digest. */
  mailed: z.int(),
  /** Users who muted the category or block notifications. */
  muted: z.int(),
  /** Mail copies that the mail server rejected for good. */
  failed: z.int(),
  /** Mail copies that were not sent yet. */
  mailsWaiting: z.int(),
})
export type AnnouncementDelivery = z.output<typeof AnnouncementDelivery>

/** A user who has an occurrence in the inbox. */
export const DeliveryRecipient = z.object({
  username: z.string(),
  fullName: z.string(),
  delivered: z.iso.datetime(),
  seen: z.nullable(z.iso.datetime()),
  acknowledged: z.nullable(z.iso.datetime()),
  muted: z.boolean(),
  /** The mail copy; null where the user gets none. */
  mail: z.nullable(z.enum(['WAITING', 'SENT', 'FAILED'])),
})
export type DeliveryRecipient = z.output<typeof DeliveryRecipient>
