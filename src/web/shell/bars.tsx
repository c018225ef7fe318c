import { Suspense } from 'react'
import { TrackerBar } from '#features/accounts/plugins/web/index.ts'
import { AnnouncementBanners } from '#features/messaging/announcements/web/index.ts'
import { ImpersonationBar } from '#features/sign-in/impersonation/web/index.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { usePageIdle } from '#kit/web/page-idle.ts'

/** In a script of its own, but loaded with the page: without a connection it could not be. */
const OfflineBar = lazyNamed(() => import('./offline-bar.tsx'), 'OfflineBar')

/** The bars above the header, in their fixed order: the system's, then impersonation, then announcements. */
export function Bars() {
  const isIdle = usePageIdle()
  return (
    <>
      <Suspense fallback={null}>
        {isIdle && (
          <>
            <TrackerBar />
            <OfflineBar />
          </>
        )}
      </Suspense>
      <ImpersonationBar />
      <AnnouncementBanners />
    </>
  )
}
