import * as z from 'zod/mini'
import { announcementFields, announcementId } from './announcement.ts'

/** An announcement in a user's inbox. */
export const InboxItem = z.object({
  id: announcementId,
  announcementId,
  title: announcementFields.title,
  /** Markdown. */
  message: z.string(),
  type: announcementFields.type,
  link: z.nullable(z.string()),
  attachmentsUrls: z.array(z.string()),
  deliveryMethod: announcementFields.deliveryMethod,
  category: z.string(),
  categoryId: announcementId,
  system: z.boolean(),
  muted: z.boolean(),
  /** Its author alone got it, to see it. */
  test: z.boolean(),
  delivered: z.iso.datetime(),
  /** When it was shown to the user first. */
  seen: z.nullable(z.iso.datetime()),
  acknowledged: z.nullable(z.iso.datetime()),
})
export type InboxItem = z.output<typeof InboxItem>

/** The part of the inbox that every page shows. */
export const InboxState = z.object({
  unread: z.int(),
  banners: z.array(InboxItem),
  modals: z.array(InboxItem),
})
export type InboxState = z.output<typeof InboxState>

/** A banner of the sign-in page: nothing personal. */
export const SignInBanner = z.object({
  id: announcementId,
  title: z.string(),
  message: z.string(),
  type: announcementFields.type,
})
export type SignInBanner = z.output<typeof SignInBanner>
