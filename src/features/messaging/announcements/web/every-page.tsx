import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { notificationsChanged } from '#features/messaging/notifications/contract.ts'
import { refresh } from '#kit/web/data/query.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { setUnread } from '#kit/web/notices/unread.ts'
import {
  bannersDelivered,
  bellAlertsDelivered,
  listInbox,
  listNotifications,
  modalAlertsDelivered,
  readInboxState,
} from '../contract.ts'
import { useInboxState } from './use-inbox-state.ts'

const BannerStrip = lazyNamed(() => import('./banner-strip.tsx'), 'BannerStrip')
const ModalAlert = lazyNamed(() => import('./modal-alert.tsx'), 'ModalAlert')

export { BellInbox } from './bell-inbox.tsx'

/** Refreshes the inbox whenever the server publishes that it changed, counts it in the bell, and shows modal alerts. */
export function InboxListener() {
  const navigate = useNavigate()
  const unreadCount = useInboxState()?.unread ?? 0
  const onChange = () => void refresh(readInboxState, listInbox, listNotifications)
  useTopic(notificationsChanged, {}, (message) => {
    onChange()
    const group = message?.event === 'notified' ? message.group : undefined
    if (group === undefined) return
    void import('./announce-notification.ts').then(({ announceNotification }) =>
      announceNotification(group, (to) => void navigate({ href: to })),
    )
  })
  useTopic(bannersDelivered, {}, onChange)
  useTopic(bellAlertsDelivered, {}, onChange)
  useTopic(modalAlertsDelivered, {}, onChange)
  useEffect(() => setUnread(unreadCount), [unreadCount])
  return <ModalAlerts />
}

/** The banners of announcements, when there are any. */
export function AnnouncementBanners() {
  const banners = useInboxState()?.banners
  if (!banners?.length) return null
  return (
    <Suspense>
      <BannerStrip banners={banners} />
    </Suspense>
  )
}

/** Modal alerts, one at a time, the oldest first. */
function ModalAlerts() {
  const alert = useInboxState()?.modals.at(-1)
  if (!alert) return null
  return (
    <Suspense>
      <ModalAlert key={alert.id} alert={alert} />
    </Suspense>
  )
}
