import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useLiveState } from '#kit/web/live/use-topic.ts'
import { Banner } from '#kit/web/notices/banner.tsx'
import { useText } from '#kit/web/text/kit-text.ts'
import { writeClock } from '#kit/web/time/time.ts'
import { ImpersonationBar } from './impersonation-bar.tsx'

/** The bars above the header, in their fixed order: the system's, then whose eyes one sees through. */
export function Bars() {
  return (
    <>
      <OfflineBar />
      <ImpersonationBar />
    </>
  )
}

/** Says that what is on screen no longer renews itself; not for the first seconds, which a reconnect takes. */
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
      {t('bars.offlineText', { at: writeClock(since) })}
    </Banner>
  )
}
