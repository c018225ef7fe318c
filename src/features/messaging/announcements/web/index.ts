import { templateGuard } from '#features/messaging/templates/web/index.ts'
import { IconBell } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { manageAnnouncements, manageCategories } from '../contract/announcement.ts'
import { label } from './label.ts'
import { InboxListener } from './lazy-parts.tsx'

export { AnnouncementBanners, BellInbox } from './lazy-parts.tsx'

const guard = { only: [manageAnnouncements] }

/** Announcements: writing them, and each user's inbox. */
export const announcementsWeb: FeatureWeb = {
  name: 'announcements',
  pages: [
    {
      path: '/admin/announcements',
      label: () => label('announcements'),
      guard,
      load: async () => ({ Page: (await import('./manage-pages.tsx')).AnnouncementsPage }),
    },
    {
      path: '/admin/announcements/events',
      label: () => label('events'),
      guard: templateGuard,
      load: async () => ({ Page: (await import('./manage-pages.tsx')).BindingsPage }),
    },
    {
      path: '/admin/announcements/categories',
      label: () => label('categories'),
      guard: { only: [manageCategories] },
      load: async () => ({ Page: (await import('./manage-pages.tsx')).CategoriesPage }),
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
      order: 6,
      label: () => label('announcements'),
      icon: IconBell,
      guard,
      to: () => '/admin/announcements',
    },
  ],
  Listener: InboxListener,
}
