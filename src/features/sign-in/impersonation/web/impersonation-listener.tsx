import { Suspense } from 'react'
import { impersonationChanged } from '#features/users/users/contract.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { useRequested } from './impersonation-target.ts'

const ImpersonateDialog = lazyNamed(() => import('./impersonate-dialog.tsx'), 'ImpersonateDialog')

/**
 * The dialog, wherever it was opened. When another tab starts an impersonation this one follows, for they share their
 * cookies.
 */
export function ImpersonationListener() {
  const { asked: openTarget, close } = useRequested()
  useTopic(impersonationChanged, {}, (message) => {
    if (message?.status === true) location.reload()
  })
  return <Suspense>{openTarget && <ImpersonateDialog user={openTarget.user} onClose={close} />}</Suspense>
}
