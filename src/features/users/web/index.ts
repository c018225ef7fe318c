import { IconUser } from '@tabler/icons-react'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { text } from './text.ts'

export { MissingRights } from './late-missing-rights.ts'
export { SettingsProvider, useSettings } from './settings.tsx'

/** One's own profile, and the page of somebody who has no role yet. */
export const usersWeb: FeatureWeb = {
  name: 'users',
  pages: [
    {
      path: '/me',
      label: () => text('profile.label'),
      load: async () => ({ Page: (await import('./profile-page.tsx')).ProfilePage }),
    },
    {
      path: '/me/logbook',
      label: () => text('logbook.label'),
      load: async () => ({ Page: (await import('./logbook-page.tsx')).LogbookPage }),
    },
    {
      path: '/welcome',
      label: () => text('welcome.label'),
      load: async () => ({ Page: (await import('./welcome.tsx')).Welcome }),
    },
  ],
  actions: [{ id: 'profile', label: () => text('profile.label'), icon: IconUser, run: ({ go }) => go('/me') }],
}
