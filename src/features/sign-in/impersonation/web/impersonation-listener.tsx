import { lazy, Suspense } from 'react'
import { impersonationChanged } from '#features/users/users/contract.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { useRequested } from './impersonation-target.ts'

const ImpersonateDialog = lazy(() =>
  import('./impersonate-dialog.tsx').then((part) => ({ default: part.ImpersonateDialog })),
)

/**
 * The dialog, wherever it was opened. When another tab starts an impersonation this one follows, for they share their
 * cookies.
 */
export function ImpersonationListener() {
  const { asked, close } = useRequested()
  useTopic(impersonationChanged, {}, (message) => {
    if (message?.status === true) location.reload()
  })
  return <Suspense>{asked && <ImpersonateDialog user={asked.user} onClose={close} />}</Suspense>
}
