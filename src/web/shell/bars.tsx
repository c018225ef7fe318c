import { Suspense, useEffect, useState } from 'react'
import { TrackerBar } from '#features/accounts/plugins/web/index.ts'
import { AnnouncementBanners } from '#features/messaging/announcements/web/index.ts'
import { ImpersonationBar } from '#features/sign-in/impersonation/web/index.ts'
import { IconPlugConnectedX } from '#kit/web/icons/icons.generated.ts'
import { useLiveState } from '#kit/web/live/use-topic.ts'
import { Banner } from '#kit/web/notices/banner.tsx'
import { usePageIdle } from '#kit/web/page-idle.ts'
import { useText } from '#kit/web/text/kit-text.ts'
import { formatTime } from '#kit/web/time/time.ts'

/** The bars above the header, in their fixed order: the system's, then impersonation, then announcements. */
export function Bars() {
  const isIdle = usePageIdle()
  return (
    <>
      <Suspense fallback={null}>{isIdle && <TrackerBar />}</Suspense>
      <OfflineBar />
      <ImpersonationBar />
      <AnnouncementBanners />
    </>
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
