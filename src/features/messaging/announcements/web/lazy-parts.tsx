import { Suspense } from 'react'
import { lazyNamed } from '#kit/web/lazy-named.ts'

const part = () => import('./every-page.tsx')
const Listener = lazyNamed(part, 'InboxListener')
const Banners = lazyNamed(part, 'AnnouncementBanners')

/** The unread announcements under the bell, loaded when it is opened. */
export const BellInbox = lazyNamed(part, 'BellInbox')

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
