import { IconSpeakerphone } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { manageAnnouncements } from '../contract/announcement-permissions.ts'
import { label } from './label.ts'
import { ModalAlerts } from './modal-alerts.tsx'
import { InboxListener } from './use-inbox-state.ts'

export { AnnouncementBanners } from './announcement-banners.tsx'
export { useInboxState } from './use-inbox-state.ts'

const guard = { only: [manageAnnouncements] }

/** Announcements: writing them, and each user's inbox. */
export const announcementsWeb: FeatureWeb = {
  name: 'announcements',
  pages: [
    {
      path: '/admin/announcements',
      label: () => label('announcements'),
      guard,
      load: async () => ({ Page: (await import('./announcements-page.tsx')).AnnouncementsPage }),
    },
    {
      path: '/admin/announcements/$announcementId',
      label: () => label('announcement'),
      guard,
      load: async () => ({ Page: (await import('./editor-page.tsx')).EditorPage }),
    },
    {
      path: '/me/notifications',
      label: () => label('inbox'),
      load: async () => ({ Page: (await import('./inbox-page.tsx')).InboxPage }),
    },
  ],
  rail: [
    {
      id: 'announcements',
      section: 'administration',
      order: 50,
      label: () => label('announcements'),
      icon: IconSpeakerphone,
      guard,
      to: () => '/admin/announcements',
    },
  ],
  actions: [{ id: 'inbox', label: () => label('inbox'), run: ({ go }) => go('/me/notifications') }],
  Listener: InboxListener,
  Overlay: ModalAlerts,
}
