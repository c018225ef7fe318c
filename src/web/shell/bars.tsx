import { useEffect, useState } from 'react'
import { AnnouncementBanners } from '#features/messaging/announcements/web/index.ts'
import { ImpersonationBar } from '#features/sign-in/impersonation/web/index.ts'
import { trackerStable, useTrackerUnstable } from '#kit/web/data/tracker-state.ts'
import { IconPlugConnectedX } from '#kit/web/icons/icons.generated.ts'
import { useLiveState } from '#kit/web/live/use-topic.ts'
import { Banner } from '#kit/web/notices/banner.tsx'
import { useText } from '#kit/web/text/kit-text.ts'
import { formatTime } from '#kit/web/time/time.ts'

/** The bars above the header, in their fixed order: the system's, then impersonation, then announcements. */
export function Bars() {
  return (
    <>
      <TrackerBar />
      <OfflineBar />
      <ImpersonationBar />
      <AnnouncementBanners />
    </>
  )
}

/** Shows that the issue tracker does not respond in time; stays until it is closed. */
function TrackerBar() {
  const t = useText()
  const since = useTrackerUnstable()
  if (!since) return null
  return (
    <Banner
      colour="orange"
      icon={<IconPlugConnectedX size={16} aria-hidden />}
      title={t('bars.tracker')}
      right={t('bars.since', { at: formatTime(since) })}
      onClose={trackerStable}
    >
      {t('bars.trackerText')}
    </Banner>
  )
}

/** Shows that the page no longer updates automatically; not for the first seconds, which a reconnect takes. */
function OfflineBar() {
  const t = useText()
  const open = useLiveState() === 'open'
  const [since, setSince] = useState<Date | null>(null)
  useEffect(() => {
    if (open) return setSince(null)
    const lostAt = new Date()
    const timer = setTimeout(() => setSince(lostAt), 12_000)
    return () => clearTimeout(timer)
  }, [open])
  if (!since || open) return null
  return (
    <Banner colour="orange" icon={<IconPlugConnectedX size={16} aria-hidden />} title={t('bars.offline')}>
      {t('bars.offlineText', { at: formatTime(since) })}
    </Banner>
  )
}
