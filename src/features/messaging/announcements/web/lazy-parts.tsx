import { lazy, Suspense } from 'react'

const part = () => import('./every-page.tsx')
const Listener = lazy(async () => ({ default: (await part()).InboxListener }))
const Banners = lazy(async () => ({ default: (await part()).AnnouncementBanners }))

/** The unread announcements under the bell, loaded when it is opened. */
export const BellInbox = lazy(async () => ({ default: (await part()).BellInbox }))

/**
 * Keeps the inbox up to date and shows modal alerts; loaded after the first page, like all parts of announcements on
 * every page.
 */
export const InboxListener = () => (
  <Suspense>
    <Listener />
  </Suspense>
)

/** The banners of announcements. */
export const AnnouncementBanners = () => (
  <Suspense>
    <Banners />
  </Suspense>
)
