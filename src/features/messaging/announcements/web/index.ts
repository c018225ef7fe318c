import { templateGuard } from '#features/messaging/templates/web/index.ts'
import { IconBell } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { manageAnnouncements, manageCategories } from '../contract/announcement.ts'
import {
  announcementEventsPath,
  announcementPath,
  announcementsPath,
  categoriesPath,
  notificationsPath,
} from '../paths.ts'
import { label } from './label.ts'
import { InboxListener } from './lazy-parts.tsx'

export { AnnouncementBanners, BellInbox } from './lazy-parts.tsx'

const guard = { only: [manageAnnouncements] }

/** Announcements: writing them, and each user's inbox. */
export const announcementsWeb: FeatureWeb = {
  name: 'announcements',
  pages: [
    {
      path: announcementsPath,
      label: () => label('announcements'),
      guard,
      load: async () => ({ Page: (await import('./manage-pages.tsx')).AnnouncementsPage }),
    },
    {
      path: announcementEventsPath,
      label: () => label('events'),
      guard: templateGuard,
      load: async () => ({ Page: (await import('./manage-pages.tsx')).BindingsPage }),
    },
    {
      path: categoriesPath,
      label: () => label('categories'),
      guard: { only: [manageCategories] },
      load: async () => ({ Page: (await import('./manage-pages.tsx')).CategoriesPage }),
    },
    {
      path: announcementPath,
      label: () => label('announcement'),
      guard,
      load: async () => ({ Page: (await import('./editor-page.tsx')).EditorPage }),
    },
    {
      path: notificationsPath,
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
      to: () => announcementsPath(),
    },
  ],
  Listener: InboxListener,
}
