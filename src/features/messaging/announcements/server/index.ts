import type { Feature } from '#kit/server/portal.ts'
import { bannersDelivered, bellAlertsDelivered, modalAlertsDelivered } from '../contract.ts'
import { deliveryTask } from './delivery/delivery-task.ts'
import { changedTask, inboxEventHandlers } from './inbox/inbox-event-handlers.ts'
import { serveInbox } from './inbox/inbox-routes.ts'
import { inboxSends } from './inbox/inbox-sends.ts'
import { serveAnnouncements } from './routes.ts'

export { makeDemoAnnouncements } from './demo-announcements.ts'
export { removeUserFromInbox } from './inbox/remove-user.ts'
export { signInBanners } from './inbox/sign-in-banners.ts'

/** Announcements: who gets them, when, and the inbox of each user. */
export const announcementsFeature: Feature = {
  name: 'announcements',
  serve(portal) {
    serveAnnouncements(portal)
    serveInbox(portal)
  },
  topics: [bannersDelivered, bellAlertsDelivered, modalAlertsDelivered],
  eventHandlers: inboxEventHandlers,
  tasks: (portal) => [deliveryTask(portal), changedTask(portal)],
  sends: inboxSends,
}
