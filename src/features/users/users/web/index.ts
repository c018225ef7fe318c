import { IconUser } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { logbookPath, profilePath, welcomePath } from '../paths.ts'
import { label } from './label.ts'

export { MissingPermissions } from './lazy-missing-permissions.ts'
export { welcomeParts } from './places.ts'
export { SettingsProvider, useSettings } from './settings.tsx'

/** The own profile, and the page of a user without a role. */
export const usersWeb: FeatureWeb = {
  name: 'users',
  pages: [
    {
      path: profilePath,
      label: () => label('profile'),
      load: async () => ({ Page: (await import('./profile-page.tsx')).ProfilePage }),
    },
    {
      path: logbookPath,
      label: () => label('logbook'),
      load: async () => ({ Page: (await import('./logbook-page.tsx')).LogbookPage }),
    },
    {
      path: welcomePath,
      label: () => label('welcome'),
      load: async () => ({ Page: (await import('./welcome.tsx')).Welcome }),
    },
  ],
  actions: [{ id: 'profile', label: () => label('profile'), icon: IconUser, run: ({ go }) => go(profilePath()) }],
}
