import { lazy, Suspense } from 'react'

const part = () => import('./every-page.tsx')
const Listener = lazy(async () => ({ default: (await part()).InboxListener }))
const Banners = lazy(async () => ({ default: (await part()).AnnouncementBanners }))
const Modals = lazy(async () => ({ default: (await part()).ModalAlerts }))

/** The unread announcements under the bell, loaded when it is opened. */
export const BellInbox = lazy(async () => ({ default: (await import('./bell-inbox.tsx')).BellInbox }))

/** Keeps the inbox up to date; loaded after the first page, as all that announcements show on every page. */
export function InboxListener() {
  return (
    <Suspense>
      <Listener />
    </Suspense>
  )
}

/** The banners of announcements. */
export function AnnouncementBanners() {
  return (
    <Suspense>
      <Banners />
    </Suspense>
  )
}

/** Modal alerts over every page. */
export function ModalAlerts() {
  return (
    <Suspense>
      <Modals />
    </Suspense>
  )
}
