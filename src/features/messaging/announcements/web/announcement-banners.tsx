import { lazy, Suspense } from 'react'
import { useInboxState } from './use-inbox-state.ts'

const BannerStrip = lazy(async () => ({ default: (await import('./banner-strip.tsx')).BannerStrip }))

/** The banners of announcements on every page, when there are any. */
export function AnnouncementBanners() {
  const banners = useInboxState()?.banners
  if (!banners?.length) return null
  return (
    <Suspense>
      <BannerStrip banners={banners} />
    </Suspense>
  )
}
