import type { Feature } from '#kit/server/portal.ts'
import { bannersDelivered, bellAlertsDelivered, modalAlertsDelivered } from '../contract.ts'
import { deleteUnusedFilesTask, serveAnnouncementFiles } from './announcement-files.ts'
import { copyComposer } from './delivery/compose-copies.ts'
import { serveDeliveries } from './delivery/delivery-routes.ts'
import { deliveryTask } from './delivery/delivery-task.ts'
import { changedTask, inboxEventHandlers } from './inbox/inbox-event-handlers.ts'
import { serveInbox } from './inbox/inbox-routes.ts'
import { inboxSends } from './inbox/inbox-sends.ts'
import { recipientAddresses } from './recipient-addresses.ts'
import { serveAnnouncements } from './routes.ts'
import { serveBindings } from './template-events/bindings.ts'
import { eventAnnouncements } from './template-events/event-announcements.ts'
import type { TemplateEvent } from './template-events/template-event.ts'
import { serveUnsubscribe } from './unsubscribe/unsubscribe-routes.ts'

export { announcementDigests } from './inbox/digests.ts'
export { removeUserFromInbox } from './inbox/remove-user.ts'
export { signInBanners } from './inbox/sign-in-banners.ts'
export { type EventMailText, eventMailTexts } from './template-events/event-mail.ts'
export type { EventFacts, TemplateEvent } from './template-events/template-event.ts'
export { templateUses } from './template-events/template-uses.ts'

/** Announcements: who gets them, when, and the inbox of each user; `events` make announcements from bound templates. */
export const announcements = (events: readonly TemplateEvent[]): Feature => ({
  name: 'announcements',
  async serve(portal) {
    serveAnnouncements(portal)
    serveDeliveries(portal)
    serveInbox(portal)
    await serveAnnouncementFiles(portal)
    serveBindings(portal)
    await serveUnsubscribe(portal)
  },
  topics: [bannersDelivered, bellAlertsDelivered, modalAlertsDelivered],
  eventHandlers: (portal) => [...inboxEventHandlers(portal), ...eventAnnouncements(events), recipientAddresses],
  tasks: (portal) => [deliveryTask(portal), changedTask(portal), deleteUnusedFilesTask(portal)],
  mailComposers: (portal) => [copyComposer(portal)],
  sends: inboxSends,
})
export { isMuted, settingsJoin, storedNotification } from './recipient-facts.ts'
export { isRecipient, storedRecipients } from './recipients.ts'
