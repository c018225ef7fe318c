import { useEffect, useState } from 'react'
import { IconPlugConnectedX } from '#kit/web/icons/icons.generated.ts'
import { useLiveState } from '#kit/web/live/use-topic.ts'
import { Banner } from '#kit/web/notices/banner.tsx'
import { useText } from '#kit/web/text/kit-text.ts'
import { formatTime } from '#kit/web/time/time.ts'

/** Shows that the page no longer updates automatically; not for the first seconds, which a reconnect takes. */
export function OfflineBar() {
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
